// The table of all pages, with a caption for screen readers and a sticky head. On a narrow screen a
// row becomes a card of some lines, with prose below the other columns.
import { type Content, type Html, html } from "./html.ts";

/**
 * Numbers are aligned right, with their unit in the title. Words and code do not wrap; text and
 * prose do. On a narrow screen prose and actions have a line of their own.
 */
export type Column = {
  readonly title: string;
  readonly kind: "words" | "code" | "text" | "number" | "prose" | "actions";
  /** On a narrow screen the cells show the title, as numbers always do. */
  readonly titled?: true;
  /** On a narrow screen it is beside the head of its row: a state or a total. */
  readonly corner?: true;
  /** The link of the title, and how the rows are sorted by this column now. */
  readonly sort?: { readonly href: string; readonly now: "ascending" | "descending" | null };
};

export type Row = {
  /** The target of links, which takes the focus. */
  readonly id?: string;
  /** The box before its head, which selects it. */
  readonly pick?: Content;
  /** Its number, before its head. */
  readonly number?: number;
  /** The one of several that is chosen. */
  readonly chosen?: boolean;
  /** Belongs to the same thing as the row above. */
  readonly continues?: boolean;
  readonly cells: readonly Content[];
};

export type Table = {
  readonly caption: string;
  /** Stays a table on a narrow screen: it has few short columns. */
  readonly isCompact?: true;
  /** Its fields and buttons need as much room as many columns. */
  readonly hasFields?: true;
  /** The head of the boxes that select rows, if they have such. */
  readonly pickHead?: Content;
  /** The head of the numbers of rows, if they have such. */
  readonly numberHead?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
};

/** Tables with as many columns or more become cards while there is still room for others. */
const wideFrom = 7;

function renderHead({ title, kind, sort }: Column): Html {
  const sorted = sort?.now == null ? null : html` aria-sort="${sort.now}"`;
  const text = kind === "actions" ? html`<span class="unseen">${title}</span>` : title;
  const content = sort === undefined ? text : html`<a href="${sort.href}">${text}</a>`;
  return html`<th role="columnheader" scope="col" class="${kind}"${sorted}>${content}</th>`;
}

function renderCell(column: Column | undefined, cell: Content): Html {
  const isTitled = column?.kind === "number" || column?.titled === true;
  const title = isTitled ? html` data-title="${column?.title}"` : null;
  const corner = column?.corner === undefined ? null : " corner";
  return html`<td role="cell" class="${column?.kind}${corner}"${title}>${cell}</td>`;
}

/**
 * The first cell of a row is its head. The roles are explicit because rows that are laid out as two
 * lines would otherwise lose them for screen readers.
 */
export function renderTable({
  caption,
  isCompact,
  hasFields,
  pickHead,
  numberHead,
  columns,
  rows,
}: Table): Html {
  const pickColumn =
    pickHead && html`<th role="columnheader" scope="col" class="pick">${pickHead}</th>`;
  const numberColumn =
    numberHead && html`<th role="columnheader" scope="col" class="nth">${numberHead}</th>`;
  const heads = html`${pickColumn}${numberColumn}${columns.map(renderHead)}`;
  const bodies = rows.map(({ id, cells, pick, number, chosen, continues }) => {
    const [first, ...others] = cells;
    const rest = others.map((cell, index) => renderCell(columns[index + 1], cell));
    const kind = columns[0]?.kind;
    const head = html`<th role="rowheader" scope="row" class="${kind}">${first}</th>`;
    const marks = html`${id && html` id="${id}" tabindex="-1"`}${chosen && html` class="chosen"`}${
      continues && html` class="continues"`
    }`;
    const box = pickColumn && html`<td role="cell" class="pick">${pick}</td>`;
    const nth = numberColumn && html`<td role="cell" class="nth">${number}</td>`;
    return html`<tr role="row"${marks}>${box}${nth}${head}${rest}</tr>
`;
  });
  const isWide = hasFields || columns.length + (pickHead === undefined ? 0 : 1) >= wideFrom;
  const look = isCompact ? html` class="compact"` : isWide && html` class="wide"`;
  return html`<table role="table"${look}>
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${bodies}</tbody>
</table>
`;
}

/** A column with its cell in each row. */
export type CellColumn<Item> = Column & { readonly cell: (item: Item) => Content };

/** A table with one row per item. `pick`: the box that selects one, and the head of the boxes. */
export function renderRows<Item>(
  caption: string,
  items: readonly Item[],
  columns: readonly CellColumn<Item>[],
  pick?: { readonly head: Content; readonly cell: (item: Item) => Content },
): Html {
  const rows = items.map((item) => ({
    pick: pick?.cell(item),
    cells: columns.map(({ cell }) => cell(item)),
  }));
  return renderTable({ caption, columns, rows, ...(pick && { pickHead: pick.head }) });
}

/** A longer address would make a table wider than its page. */
const maxUnbrokenEmail = 18;

/** An e-mail address in a cell; a long one breaks anywhere. */
export function renderEmail(email: string): Content {
  return email.length > maxUnbrokenEmail ? html`<span class="long">${email}</span>` : email;
}
