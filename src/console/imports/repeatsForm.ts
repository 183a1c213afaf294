// What the rows mean that repeat the offer of another row: several lots of a part, or corrections.
import { renderCard } from "../../html/card.ts";
import { renderSelect } from "../../html/field.ts";
import { type FormState, freshForm, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { canBeCommitted } from "../../importFiles/startRun.ts";
import type { ImportRun } from "../../imports/importRun.ts";
import { describeRepeats, isToAsk, type RepeatRule } from "../../imports/repeats/repeats.ts";
import { runAddress } from "../addresses.ts";

const ruleTexts: Readonly<Record<RepeatRule, string>> = {
  sum: "They are lots: add their quantities",
  first: "Import the first, ignore the others",
  last: "Import the last, ignore the others",
  refuse: "Import the first, refuse the others",
};

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
  const title = "Repeated rows";
  const described = html`<p>${describeRepeats(repeats)}</p>\n`;
  if (!isToChoose) return renderCard({ title, body: described });
  const order = ["sum", "first", "last", "refuse"] as const;
  const options = order.map((value) => ({ value, text: ruleTexts[value] }));
  const declared = repeats.isDeclared ? repeats.rule : "";
  const state: FormState = freshForm({ repeats: given.value("repeats") || declared });
  const form = renderForm({
    action: runAddress(run.runId, "/repeats"),
    label: "Repeated rows",
    body: renderSelect(state, {
      name: "repeats",
      label: "Rows of the same offer",
      options: repeats.isDeclared ? options : [{ value: "", text: "Choose" }, ...options],
      hint: "Lots are added only if price and certificate are the same; the others are refused.",
    }),
    button: { text: "Check again" },
  });
  return renderCard({ title, body: html`${described}${form}` });
}
