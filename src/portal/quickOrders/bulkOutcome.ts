// What a bulk action did: how many rows it changed, and which rows it left and why. Without script
// the address of the next page says it.
import { formatCount } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import type { BulkOutcome } from "../../quickOrders/bulk/applyBulkAction.ts";
import { skipReasons } from "../../quickOrders/bulk/bulkActions.ts";
import type { Fields } from "../../site/fields.ts";
import { formatListAddress } from "./listView.ts";
import { texts } from "./texts.ts";

/** Rows that are named for one reason; the others are counted. */
const maxNamed = 10;

/** Rows left for one reason: their number, and those that are named. */
type Left = { readonly count: number; readonly named: readonly number[] };

export type BulkDone = {
  readonly rows: number;
  readonly left: ReadonlyMap<(typeof skipReasons)[number], Left>;
};

type BulkChanges = Pick<NonNullable<BulkOutcome>, "rowNumbers" | "skipped">;

export function summarizeBulk({ rowNumbers, skipped }: BulkChanges): BulkDone {
  const left = [...skipped].map(
    ([why, rows]) => [why, { count: rows.length, named: rows.slice(0, maxNamed) }] as const,
  );
  return { rows: rowNumbers.length, left: new Map(left) };
}

/** The parameters of an address that shows what a bulk action did. */
export function formatBulk({ rows, left }: BulkDone): string {
  const parts = [...left].map(
    ([why, { count, named }]) => `&skip_${why}=${count}_${named.join("_")}`,
  );
  return `&bulk=${rows}${parts.join("")}`;
}

/** What a bulk action did, by the parameters of an address; null without one. */
export function readBulk(query: Fields): BulkDone | null {
  const rows = query.text("bulk");
  if (!/^\d{1,4}$/.test(rows)) return null;
  const left = skipReasons.flatMap((why) => {
    const text = query.text(`skip_${why}`);
    if (!/^[1-9]\d{0,3}(?:_[1-9]\d{0,6}){1,10}$/.test(text)) return [];
    const [count = 0, ...named] = text.split("_").map(Number);
    return [[why, { count, named }] as const];
  });
  return { rows: Number(rows), left: new Map(left) };
}

/** How many rows were changed; those that were left have a notice of their own. */
export function describeBulk({ rows }: BulkDone): string {
  return rows === 0 ? texts.changed.none : texts.changed.bulk(rows);
}

function renderLeft(listId: string, reason: string, { count, named }: Left, isOnPage: IsOnPage) {
  const links = named.map((row, place) => {
    const page = isOnPage(row) ? "" : formatListAddress(listId, { show: "all", after: row - 1 });
    const link = html`<a href="${page}#row-${row}">${row}</a>`;
    return place === 0 ? link : html`, ${link}`;
  });
  const more =
    count > named.length ? texts.changed.moreRows(formatCount(count - named.length)) : "";
  return html`<li>${reason}: ${texts.changed.rowsOf(named.length)} ${links}${more}</li>\n`;
}

type IsOnPage = (rowNumber: number) => boolean;

/** The rows that a bulk action left, with links. The script replaces it. */
export function renderBulkOutcome(listId: string, done: BulkDone | null, isOnPage: IsOnPage): Html {
  const left = done === null ? null : renderAllLeft(listId, done, isOnPage);
  return html`<div id="list-outcome"${left === null && html` hidden`}>${left}</div>\n`;
}

function renderAllLeft(listId: string, done: BulkDone, isOnPage: IsOnPage): Html | null {
  if (done.left.size === 0) return null;
  const reasons = [...done.left].map(([why, left]) =>
    renderLeft(listId, texts.skipped[why](formatCount(left.count)), left, isOnPage),
  );
  const all = [...done.left.values()].reduce((sum, { count }) => sum + count, 0);
  return renderNotice("short", texts.changed.skipped(all), html`<ul>\n${reasons}</ul>`);
}
