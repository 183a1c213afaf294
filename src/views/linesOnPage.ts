// The lines of an order a page at a time, by places in the address that count from 1.
import type { Content } from "../html/html.ts";
import { renderPager } from "../html/pager.ts";
import type { StoredOrder } from "../orders/order.ts";

/** So many lines stand on one page: many more would be over 100 KB. */
export const linesOnPage = 75;

/** The place of the first line to show, from 0: a form or an address counts from 1. */
export function readFrom(text: string): number {
  const place = /^\d{1,3}$/.test(text) ? Math.max(0, Number(text) - 1) : 0;
  return place - (place % linesOnPage);
}

/** The way to the lines before and after, on the page of an address. */
export function renderLinePager(order: StoredOrder, from: number, address: string): Content {
  const at = (place: number) => `${address}?from=${place + 1}`;
  const next = from + linesOnPage;
  return renderPager({
    back: from === 0 ? null : at(Math.max(0, from - linesOnPage)),
    on: next >= order.lines.length ? null : at(next),
    backText: "Lines before",
    onText: "Lines after",
  });
}
