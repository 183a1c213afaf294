// Somebody else changed the record while a form was open: both versions are shown above the form,
// which keeps what was typed and now carries the newer version number.
import { type Content, type Html, html } from "./html.ts";
import { renderIcon } from "./icons.ts";
import { renderTable } from "./table.ts";

/** A field of the record as it is stored now, and as the form would store it. */
export type ConflictField = {
  readonly label: string;
  readonly current: Content;
  readonly typed: Content;
  readonly differs: boolean;
};

/**
 * Shows both versions of a record. `changedBy` is a sentence: who changed it, and when. Submitting
 * the form again replaces the stored version.
 */
export function renderConflict(changedBy: Content, fields: readonly ConflictField[]): Html {
  const differing = fields.filter(({ differs }) => differs);
  const versions = renderTable({
    caption: "Both versions",
    columns: [
      { title: "Field", kind: "words" },
      { title: "Current", kind: "text", titled: true },
      { title: "Yours", kind: "text", titled: true },
    ],
    rows: differing.map(({ label, current, typed }) => ({ cells: [label, current, typed] })),
  });
  return html`<div class="notice short" role="alert" tabindex="-1" autofocus data-faults>
${renderIcon("triangle-alert")}<h2>Someone else changed this</h2>
<p>${changedBy} Your version is not saved yet. Compare both and save again.</p>
${differing.length === 0 ? html`<p>They saved the same values as you.</p>\n` : versions}</div>
`;
}
