// What a bulk action did: how many rows it changed, and which rows it left and why. Without script
// the address of the next page says it.
import { formatCount } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import type { BulkOutcome } from "../../quickOrders/bulk/applyBulkAction.ts";
import { skipReasons } from "../../quickOrders/bulk/bulkActions.ts";
import type { ChangedRow } from "../../quickOrders/bulk/changedQueries.ts";
import type { Fields } from "../../site/fields.ts";
import { renderChangedRows } from "./bulk/changedRows.ts";
import { formatListAddress } from "./listView.ts";
import { texts } from "./texts.ts";

/** Rows that are named for one reason; the others are counted. */
const maxNamed = 10;

/** Rows left for one reason: their number, and those that are named. */
type Left = { readonly count: number; readonly named: readonly number[] };

export type BulkDone = {
  readonly rows: number;
  readonly left: ReadonlyMap<(typeof skipReasons)[number], Left>;
  /** All rows of the list, if they were compared with those of another one; else null. */
  readonly of: number | null;
  /** Whether the action can be repeated for other rows. */
  readonly hasMore: boolean;
  /** What can be undone of it; its changes are listed. */
  readonly step: number | null;
};

type BulkChanges = Pick<NonNullable<BulkOutcome>, "rowNumbers" | "skipped" | "of" | "step"> & {
  readonly hasMore?: boolean;
};

export function summarizeBulk(changes: BulkChanges): BulkDone {
  const { rowNumbers, skipped, of, hasMore = false, step } = changes;
  const left = [...skipped].map(
    ([why, rows]) => [why, { count: rows.length, named: rows.slice(0, maxNamed) }] as const,
  );
  const found = { of: of ?? null, hasMore, step: step ?? null };
  return { rows: rowNumbers.length, left: new Map(left), ...found };
}

/** The parameters of an address that shows what a bulk action did. */
export function formatBulk({ rows, left, of, hasMore, step }: BulkDone): string {
  const parts = [...left].map(
    ([why, { count, named }]) => `&skip_${why}=${count}_${named.join("_")}`,
  );
  const whole = `${of === null ? "" : `&of=${of}`}${hasMore ? "&more=yes" : ""}`;
  return `&bulk=${rows}${step === null ? "" : `&step=${step}`}${whole}${parts.join("")}`;
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
  const of = query.text("of");
  const step = query.text("step");
  return {
    rows: Number(rows),
    left: new Map(left),
    of: /^[1-9]\d{0,5}$/.test(of) ? Number(of) : null,
    hasMore: query.has("more"),
    step: /^[1-9]\d{0,8}$/.test(step) ? Number(step) : null,
  };
}

/** How many rows were changed; those that were left have a notice of their own. */
export function describeBulk({ rows, of, hasMore }: BulkDone): string {
  if (of !== null && hasMore) return texts.changed.reusedFirst(rows, of);
  if (of !== null) return texts.changed.reused(rows, of);
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

/** The rows that a bulk action changed, and those that it left, with links. */
type Outcome = { readonly done: BulkDone | null; readonly changed: readonly ChangedRow[] };

/** The script replaces it. */
export function renderBulkOutcome(
  listId: string,
  { done, changed }: Outcome,
  isOnPage: IsOnPage,
): Html {
  const rows = done === null ? null : renderChangedRows(changed, done.rows);
  const left = done === null ? null : renderAllLeft(listId, done, isOnPage);
  const isEmpty = rows === null && left === null;
  return html`<div id="list-outcome"${isEmpty && html` hidden`}>${rows}${left}</div>\n`;
}

function renderAllLeft(listId: string, done: BulkDone, isOnPage: IsOnPage): Html | null {
  if (done.left.size === 0) return null;
  const reasons = [...done.left].map(([why, left]) =>
    renderLeft(listId, texts.skipped[why](formatCount(left.count)), left, isOnPage),
  );
  const all = [...done.left.values()].reduce((sum, { count }) => sum + count, 0);
  return renderNotice("short", texts.changed.skipped(all), html`<ul>\n${reasons}</ul>`);
}
