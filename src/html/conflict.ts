// What somebody else changed while a form was open: both versions side by side, before the form,
// which still holds what was typed and now knows the newer version.
import { type Content, type Html, html } from "./html.ts";
import { renderTable } from "./table.ts";

/** A field of the record; `stands` is what is stored now, `typed` what the form would store. */
export type ConflictField = {
  readonly label: string;
  readonly stands: Content;
  readonly typed: Content;
  /** Whether the two differ. */
  readonly differs: boolean;
};

/**
 * Both versions of a record. `changedBy` says who changed it and when, as a sentence. Sending the
 * form below once more stores what was typed over what stands.
 */
export function renderConflict(changedBy: Content, fields: readonly ConflictField[]): Html {
  const differing = fields.filter(({ differs }) => differs);
  const versions = renderTable({
    caption: "Both versions",
    columns: [
      { title: "Field", kind: "words" },
      { title: "Stands now", kind: "text", titled: true },
      { title: "You typed", kind: "text", titled: true },
    ],
    rows: differing.map(({ label, stands, typed }) => ({ cells: [label, stands, typed] })),
  });
  return html`<div class="notice short" role="alert" tabindex="-1" autofocus data-faults>
<h2>Somebody changed this meanwhile</h2>
<p>${changedBy} Nothing of yours is stored yet.</p>
${differing.length === 0 ? html`<p>They stored what you typed.</p>\n` : versions}</div>
`;
}
