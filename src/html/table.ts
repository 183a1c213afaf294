// The one table of all pages: native, with a caption for readers, and a head that stays in view.
// On a narrow screen a row becomes two lines: prose stands under the other columns.
import { type Content, type Html, html } from "./html.ts";

/**
 * A column. Numbers stand right, their unit in the title; words and code are not broken; prose
 * is, and takes a line of its own on a narrow screen.
 */
export type Column = {
  readonly title: string;
  readonly kind: "words" | "code" | "number" | "prose";
};

export type Row = {
  /** The fragment a link leads to. */
  readonly id?: string;
  readonly cells: readonly Content[];
};

export type Table = {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
};

/**
 * A table. Its roles are said aloud because a row that is laid out as two lines would otherwise
 * lose them for readers. The first cell of a row is its head.
 */
export function writeTable({ caption, columns, rows }: Table): Html {
  const heads = columns.map(
    ({ title, kind }) => html`<th role="columnheader" scope="col" class="${kind}">${title}</th>`,
  );
  const bodies = rows.map(({ id, cells }) => {
    const [first, ...others] = cells;
    const rest = others.map(
      (cell, index) => html`<td role="cell" class="${columns[index + 1]?.kind}">${cell}</td>`,
    );
    const kind = columns[0]?.kind;
    const head = html`<th role="rowheader" scope="row" class="${kind}">${first}</th>`;
    return html`<tr role="row"${id === undefined ? null : html` id="${id}"`}>${head}${rest}</tr>
`;
  });
  return html`<table role="table">
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${bodies}</tbody>
</table>
`;
}
