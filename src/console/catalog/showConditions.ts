// The conditions, and the words in files that are read as them.
import { operatorActor } from "../../audit/actor.ts";
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { type MappedCondition, mapCondition, unmapCondition } from "../../catalog/mapCondition.ts";
import type { Condition } from "../../catalog/tradeCodes.ts";
import { renderCard } from "../../html/card.ts";
import { renderSelect, renderTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderButton,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { type Messages, renderMessage } from "../../html/notice.ts";
import { renderRows } from "../../html/table.ts";
import { type Answer, answerPage, notFound, redirect } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { texts } from "./texts.ts";

const address = "/console/catalog/conditions";

const messages: Messages = {
  mapped: texts.mapping.doneMapped,
  unmapped: texts.mapping.doneUnmapped,
};

function renderConditions(conditions: readonly Condition[]): Html {
  return renderRows(texts.conditions.caption, conditions, [
    { title: texts.conditions.code, kind: "code", cell: ({ code }) => code },
    { title: texts.conditions.name, kind: "text", cell: ({ name }) => name },
    {
      title: texts.conditions.alsoCalled,
      kind: "prose",
      cell: ({ synonyms }) => synonyms.join("; "),
    },
  ]);
}

function renderMapping(state: FormState, conditions: readonly Condition[]): Html {
  return renderCard({
    title: texts.mapping.title,
    body: renderForm({
      action: address,
      label: texts.mapping.title,
      state,
      body: [
        renderTextField(state, {
          name: "word",
          label: texts.mapping.word,
          maxLength: 40,
          autocomplete: "off",
          hint: texts.mapping.wordHint,
        }),
        renderSelect(state, {
          name: "condition",
          label: texts.mapping.condition,
          options: conditions.map(({ code, name }) => ({ value: code, text: `${code} ${name}` })),
        }),
      ],
      button: { text: texts.mapping.button, kind: "primary" },
    }),
  });
}

function renderUnmapping(conditions: readonly Condition[]): Html {
  const words = conditions.flatMap(({ code, synonyms }) =>
    synonyms.map((word) => ({ word, code })),
  );
  return renderCard({
    title: texts.mapping.mapped,
    body: renderRows(texts.mapping.mapped, words, [
      { title: texts.mapping.mappedWord, kind: "words", cell: ({ word }) => word },
      { title: texts.mapping.condition, kind: "code", cell: ({ code }) => code },
      {
        title: texts.mapping.change,
        kind: "actions",
        cell: ({ word }) =>
          renderForm({
            action: `${address}/unmap`,
            hidden: { word },
            body: renderButton({ text: texts.mapping.unmap, label: texts.mapping.unmapWord(word) }),
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
    title: texts.conditions.title,
    sentence: texts.conditions.sentence,
    above: { href: "/console/catalog", text: texts.search.title },
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
    return { field: "word", text: texts.mapping.isCondition(refused.code) };
  }
  return refused.outcome === "invalid"
    ? { field: "word", text: texts.mapping.badWord }
    : { field: "condition", text: texts.mapping.noCondition };
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
