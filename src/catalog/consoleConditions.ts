// The conditions, and the words in files that are read as them.
import { operatorActor } from "../audit/actor.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { catalogManagers, mayUse } from "../kit/access.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderSelect, renderTextField } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderButton,
  renderForm,
} from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { type Messages, renderMessage } from "../kit/html/notice.ts";
import { renderRows } from "../kit/html/table.ts";
import { type Answer, answerPage, notFound, redirect } from "../kit/site/visit.ts";
import { type MappedCondition, mapCondition, unmapCondition } from "./changeCodes.ts";
import { selectTradeCodes } from "./codeQueries.ts";
import type { Condition } from "./tradeCodes.ts";

const address = "/console/catalog/conditions";

const messages: Messages = {
  mapped: "Word mapped. Imports now accept it.",
  unmapped: "Word unmapped. Imports now refuse it.",
};

function renderConditions(conditions: readonly Condition[]): Html {
  return renderRows("Conditions, best first", conditions, [
    { title: "Code", kind: "code", cell: ({ code }) => code },
    { title: "Name", kind: "text", cell: ({ name }) => name },
    {
      title: "Also called",
      kind: "prose",
      cell: ({ synonyms }) => synonyms.join("; "),
    },
  ]);
}

function renderMapping(state: FormState, conditions: readonly Condition[]): Html {
  return renderCard({
    title: "Map a word",
    body: renderForm({
      action: address,
      label: "Map a word",
      state,
      body: [
        renderTextField(state, {
          name: "word",
          label: "Word in files",
          maxLength: 40,
          autocomplete: "off",
          hint: "Case and punctuation don't matter. Applies to all vendors, so ask this one first.",
        }),
        renderSelect(state, {
          name: "condition",
          label: "Condition",
          options: conditions.map(({ code, name }) => ({ value: code, text: `${code} ${name}` })),
        }),
      ],
      button: { text: "Map word", kind: "primary" },
    }),
  });
}

function renderUnmapping(conditions: readonly Condition[]): Html {
  const words = conditions.flatMap(({ code, synonyms }) =>
    synonyms.map((word) => ({ word, code })),
  );
  return renderCard({
    title: "Mapped words",
    body: renderRows("Mapped words", words, [
      { title: "Word", kind: "words", cell: ({ word }) => word },
      { title: "Condition", kind: "code", cell: ({ code }) => code },
      {
        title: "Change",
        kind: "actions",
        cell: ({ word }) =>
          renderForm({
            action: `${address}/unmap`,
            hidden: { word },
            body: renderButton({ text: "Unmap word", label: `Unmap ${word}` }),
          }),
      },
    ]),
  });
}

/** `state`: the form that was refused. */
async function answerConditions(
  { db }: ConsoleContext,
  { signedIn, query }: Visit,
  state: FormState,
  status: 200 | 422,
): Promise<Answer> {
  const { conditions } = await selectTradeCodes(db);
  const mayMap = mayUse(catalogManagers, signedIn);
  const page = {
    title: "Conditions",
    sentence: "Part conditions, best first, and the words in files that map to them.",
    above: { href: "/console/catalog", text: "Parts" },
    body: html`${[
      renderMessage(messages, query.text("done"), null),
      renderConditions(conditions),
      ...(mayMap ? [renderMapping(state, conditions), renderUnmapping(conditions)] : []),
    ]}`,
  };
  return answerPage(page, status);
}

export const showConditions: Handler = (context, visit) =>
  answerConditions(context, visit, freshForm(), 200);

function toFault(refused: Exclude<MappedCondition, { outcome: "mapped" }>): FieldFault {
  if (refused.outcome === "is a code") {
    return { field: "word", text: `${refused.code} is itself a condition.` };
  }
  return refused.outcome === "invalid"
    ? { field: "word", text: "Enter a word of 1 to 40 letters and digits." }
    : { field: "condition", text: "Choose a condition." };
}

export const mapWord: Handler = async (context, visit) => {
  const { form, now } = visit;
  const typed = { word: form.text("word"), condition: form.text("condition") };
  const mapped = await mapCondition(context.db, typed, { actor: operatorActor(visit), now });
  if (mapped.outcome === "mapped") return redirect(`${address}?done=mapped`);
  const state = { value: form.text, faults: [toFault(mapped)] };
  return answerConditions(context, visit, state, 422);
};

export const unmapWord: Handler = async ({ db }, visit) => {
  const by = { actor: operatorActor(visit), now: visit.now };
  const unmapped = await unmapCondition(db, visit.form.text("word"), by);
  return unmapped === undefined ? notFound : redirect(`${address}?done=unmapped`);
};
