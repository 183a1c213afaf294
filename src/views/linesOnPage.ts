// Pages of an order's lines. Addresses count lines from 1.
import type { Content } from "../html/html.ts";
import { renderPager } from "../html/pager.ts";
import type { StoredOrder } from "../orders/order.ts";

/** Lines per page; many more would exceed 100 KB. */
export const linesOnPage = 75;

/** The index of the first line to show, from 0. */
export function readFrom(text: string): number {
  const place = /^\d{1,3}$/.test(text) ? Math.max(0, Number(text) - 1) : 0;
  return place - (place % linesOnPage);
}

/** Links to the previous and next lines. */
export function renderLinePager(order: StoredOrder, from: number, address: string): Content {
  const at = (place: number) => `${address}?from=${place + 1}`;
  const next = from + linesOnPage;
  return renderPager({
    back: from === 0 ? null : at(Math.max(0, from - linesOnPage)),
    on: next >= order.lines.length ? null : at(next),
    backText: "Previous lines",
    onText: "Next lines",
  });
}
