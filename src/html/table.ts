// The one table of all pages: native, with a caption for readers, and a head that stays in view.
// On a narrow screen a row becomes two lines: prose stands under the other columns.
import { type Content, type Html, html } from "./html.ts";

/**
 * A column. Numbers stand right, their unit in the title; words and code are not broken, text is;
 * prose is too, and takes a line of its own on a narrow screen, and so do the row's actions.
 */
export type Column = {
  readonly title: string;
  readonly kind: "words" | "code" | "text" | "number" | "prose" | "actions";
  /** On a narrow screen the cells say the title, as those of numbers always do. */
  readonly titled?: true;
  /** Where a click on the title leads, and how the rows are sorted by this column now. */
  readonly sort?: { readonly href: string; readonly now: "ascending" | "descending" | null };
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

function renderHead({ title, kind, sort }: Column): Html {
  const sorted = sort?.now == null ? null : html` aria-sort="${sort.now}"`;
  const text = kind === "actions" ? html`<span class="unseen">${title}</span>` : title;
  const content = sort === undefined ? text : html`<a href="${sort.href}">${text}</a>`;
  return html`<th role="columnheader" scope="col" class="${kind}"${sorted}>${content}</th>`;
}

/** A number says on a narrow screen what it is, since the head is not in view there. */
function renderCell(column: Column | undefined, cell: Content): Html {
  const isTitled = column?.kind === "number" || column?.titled === true;
  const title = isTitled ? html` data-title="${column?.title}"` : null;
  return html`<td role="cell" class="${column?.kind}"${title}>${cell}</td>`;
}

/**
 * A table. Its roles are said aloud because a row that is laid out as two lines would otherwise
 * lose them for readers. The first cell of a row is its head.
 */
export function renderTable({ caption, columns, rows }: Table): Html {
  const bodies = rows.map(({ id, cells }) => {
    const [first, ...others] = cells;
    const rest = others.map((cell, index) => renderCell(columns[index + 1], cell));
    const kind = columns[0]?.kind;
    const head = html`<th role="rowheader" scope="row" class="${kind}">${first}</th>`;
    return html`<tr role="row"${id === undefined ? null : html` id="${id}"`}>${head}${rest}</tr>
`;
  });
  return html`<table role="table">
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(renderHead)}</tr></thead>
<tbody role="rowgroup">
${bodies}</tbody>
</table>
`;
}
