// What the rows mean that repeat the offer of another row: several lots of a part, or corrections.
import { renderCard } from "../../html/card.ts";
import { renderSelect } from "../../html/field.ts";
import { type FormState, freshForm, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { canBeCommitted } from "../../importFiles/startRun.ts";
import type { ImportRun } from "../../imports/importRun.ts";
import { describeRepeats, isToAsk } from "../../imports/repeats/repeats.ts";
import { runAddress } from "../addresses.ts";
import { fileTexts } from "./fileTexts.ts";

/** Whether an operator can choose what repeated rows mean. */
export function hasRepeatsToChoose(run: ImportRun): boolean {
  const { report } = run;
  const { repeats, counts } = report ?? {};
  if (repeats === undefined || !canBeCommitted(run)) return false;
  return repeats.isDeclared || isToAsk(repeats, counts?.["rows"] ?? 0);
}

/**
 * The form for repeated rows; only what was done with them if there is nothing to choose. `given`:
 * a form that was refused.
 */
export function renderRepeats(run: ImportRun, isToChoose: boolean, given: FormState): Html | null {
  const repeats = run.report?.repeats;
  if (repeats === undefined) return null;
  const title = fileTexts.repeats.title;
  const described = html`<p>${describeRepeats(repeats)}</p>\n`;
  if (!isToChoose) return renderCard({ title, body: described });
  const order = ["sum", "first", "last", "refuse"] as const;
  const options = order.map((value) => ({ value, text: fileTexts.repeatRules[value] }));
  const declared = repeats.isDeclared ? repeats.rule : "";
  const state: FormState = freshForm({ repeats: given.value("repeats") || declared });
  const form = renderForm({
    action: runAddress(run.runId, "/repeats"),
    label: fileTexts.repeats.title,
    body: renderSelect(state, {
      name: "repeats",
      label: fileTexts.repeats.field,
      options: repeats.isDeclared
        ? options
        : [{ value: "", text: fileTexts.repeats.choose }, ...options],
      hint: fileTexts.repeats.hint,
    }),
    button: { text: fileTexts.repeats.check },
  });
  return renderCard({ title, body: html`${described}${form}` });
}
