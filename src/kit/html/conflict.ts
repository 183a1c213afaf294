// Somebody else changed the record while a form was open: both versions are shown above the form,
// which keeps what was typed and now carries the newer version number.
import { type Content, type Html, html } from "./html.ts";
import { renderIcon } from "./icons.ts";
import { renderTable } from "./table.ts";
import { texts } from "./texts.ts";

/** A field of the record as it is stored now, and as the form would store it. */
export type ConflictField = {
  readonly label: string;
  readonly current: Content;
  readonly typed: Content;
  readonly differs: boolean;
};

/**
 * Shows both versions of a record. `changedBy` is a sentence: who changed it, and when; null if
 * that is unknown. Submitting the form again replaces the stored version. `words` are others if the
 * reader changed it, in another tab.
 */
export function renderConflict(
  changedBy: Content,
  fields: readonly ConflictField[],
  words: { readonly title: string; readonly same: string } = texts.conflict,
): Html {
  const differing = fields.filter(({ differs }) => differs);
  const versions = renderTable({
    caption: texts.conflict.caption,
    columns: [
      { title: texts.conflict.field, kind: "words" },
      { title: texts.conflict.current, kind: "text", titled: true },
      { title: texts.conflict.yours, kind: "text", titled: true },
    ],
    rows: differing.map(({ label, current, typed }) => ({ cells: [label, current, typed] })),
  });
  return html`<div class="notice short" role="alert" tabindex="-1" autofocus data-faults>
${renderIcon("triangle-alert")}<h2>${words.title}</h2>
<p>${texts.conflict.remedy(changedBy)}</p>
${differing.length === 0 ? html`<p>${words.same}</p>\n` : versions}</div>
`;
}

/** The same for a record of texts; an empty one is none. */
export function renderDifferences<Name extends string>(
  changedBy: Content,
  labels: Readonly<Record<Name, string>>,
  current: Readonly<Record<Name, string | null>>,
  typed: Readonly<Record<Name, string | null>>,
): Html {
  const show = (text: string | null): Content => text || html`<span class="quiet">none</span>`;
  const fields = (Object.keys(labels) as Name[]).map((name) => ({
    label: labels[name],
    current: show(current[name]),
    typed: show(typed[name]),
    differs: (current[name] ?? "") !== (typed[name] ?? ""),
  }));
  return renderConflict(changedBy, fields);
}
