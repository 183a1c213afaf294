// What became of the rows of a list that were added to a draft, as its page says it.
import { nameOrder } from "../../components/nameOrder.ts";
import { isUuid } from "../../db/isUuid.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { findOmittedParts } from "../../orders/lineInstructions.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { NamedOrder } from "../../orders/summaryQueries.ts";
import {
  type MergedRows,
  type ReadyRow,
  selectAddedRows,
  selectOtherDrafts,
  selectRowsInOrder,
} from "../../quickOrders/editQueries.ts";
import { listRemarks } from "../../quickOrders/planDrafts.ts";
import { orderAddress } from "../addresses.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { texts } from "./texts.ts";

/** Merged lines that are named. */
const maxNamed = 10;

/** Names a draft, and says so if it is the one to which the person adds parts. */
export function nameDraft({ signedIn }: Visit, order: StoredOrder): string {
  const name = nameOrder(order);
  return signedIn.draft?.orderId === order.orderId ? texts.done.current(name) : name;
}

function renderOthers(others: readonly NamedOrder[]): Html | null {
  if (others.length === 0) return null;
  const links = others.map(
    ({ orderId, orderNumber }, at) =>
      html`${at === 0 ? null : ", "}<a href="${orderAddress(orderId)}">${orderNumber}</a>`,
  );
  return html`<p>${texts.done.otherDrafts(links)}</p>\n`;
}

function renderMerged(merged: readonly MergedRows[]): Html | null {
  if (merged.length === 0) return null;
  const named = merged
    .slice(0, maxNamed)
    .map(
      ({ partNumber, rowNumbers }) =>
        html`<li>${texts.done.mergedRows(partNumber, rowNumbers.slice(0, maxNamed))}</li>\n`,
    );
  const more = merged.length - named.length;
  const others = more > 0 ? html`<li>${texts.done.moreMerged(more)}</li>\n` : null;
  return html`<p>${texts.done.merged}</p>\n<ul>\n${named}${others}</ul>`;
}

/** What rows wrote to their lines that does not fit into the remarks of these. */
function renderOmitted({ lines }: StoredOrder, rows: readonly ReadyRow[]): Html | null {
  const byOffer = Map.groupBy(rows, ({ offerId }) => offerId);
  const omitted = lines.flatMap(({ offerId, partNumber, remark }) => {
    // Rows that were added at another time wrote to their line separately.
    const added = Map.groupBy(byOffer.get(offerId) ?? [], ({ addedVersion }) => addedVersion);
    const parts = findOmittedParts(remark, [...added.values()].flatMap(listRemarks));
    return parts.length === 0 ? [] : [{ partNumber, parts }];
  });
  if (omitted.length === 0) return null;
  const named = omitted
    .slice(0, maxNamed)
    .map(({ partNumber, parts }) => html`<li>${texts.done.omitted(partNumber, parts)}</li>\n`);
  const more = omitted.length - named.length;
  const others = more > 0 ? html`<li>${texts.done.moreMerged(more)}</li>\n` : null;
  const body = html`<p>${texts.done.omittedHint}</p>\n<ul>\n${named}${others}</ul>`;
  return renderNotice("short", texts.done.omittedTitle(omitted.length), body);
}

/** The rows of the list in the address that were added to the draft; null if there are none. */
export async function renderAddedRows(
  { db }: PortalContext,
  visit: Visit,
  order: StoredOrder,
): Promise<Html | null> {
  const listId = visit.query.text("list");
  if (!isUuid(listId) || order.status !== "draft") return null;
  const { accountId } = visit.signedIn.account;
  const added = await selectAddedRows(db, accountId, listId, order.orderId);
  if (added === undefined) return null;
  const title = texts.done.addedRows(added.rows, nameDraft(visit, order));
  const others = await selectOtherDrafts(db, accountId, listId, order.orderId);
  const body = html`${renderOthers(others)}${renderMerged(added.merged)}`;
  const rows = await selectRowsInOrder(db, accountId, listId, order.orderId);
  return html`${renderNotice("good", title, body)}${renderOmitted(order, rows)}`;
}
