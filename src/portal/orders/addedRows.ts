// What became of the rows of a list that were added to a draft, as its page says it.
import { nameOrder } from "../../components/nameOrder.ts";
import { isUuid } from "../../db/isUuid.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { type MergedRows, selectAddedRows } from "../../quickOrders/editQueries.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { texts } from "./texts.ts";

/** Merged lines that are named. */
const maxNamed = 10;

/** Names a draft, and says so if it is the one to which the person adds parts. */
export function nameDraft({ signedIn }: Visit, order: StoredOrder): string {
  const name = nameOrder(order);
  return signedIn.draft?.orderId === order.orderId ? texts.done.current(name) : name;
}

function renderMerged(merged: readonly MergedRows[]): Html | undefined {
  if (merged.length === 0) return undefined;
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
  return renderNotice("good", title, renderMerged(added.merged));
}
