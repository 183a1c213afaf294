// Orders for offers with less on hand than is allocated, oldest first: who gets what there is.

import { linkAccount, offerAddress, orderAddress } from "../home/consoleAddresses.ts";
import type { Handler } from "../home/consoleContext.ts";
import { formatCount } from "../kit/html/amount.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { html } from "../kit/html/html.ts";
import { renderAge } from "../kit/html/moment.ts";
import { renderRows } from "../kit/html/table.ts";
import { answerPage } from "../kit/site/visit.ts";
import { type ShortLine, selectShortLines } from "../orders/operatorQueries.ts";
import { titleOrder } from "../orders/sharedOrders.ts";
import { nameOffer } from "./sharedOffers.ts";

export const shortfallsPath = "/console/catalog/shortfalls";

const maxLines = 200;

function renderLines(lines: readonly ShortLine[]) {
  return renderRows("Orders short of stock", lines, [
    {
      title: "Order",
      kind: "text",
      cell: (line) => html`<a href="${orderAddress(line.orderId)}">${titleOrder(line)}</a>`,
    },
    {
      title: "Account",
      kind: "text",
      cell: ({ accountId, accountName }) => linkAccount(accountId, accountName),
    },
    { title: "Confirmed", kind: "text", cell: ({ confirmedAt }) => renderAge(confirmedAt) },
    {
      title: "Offer",
      kind: "text",
      cell: (line) => html`<a href="${offerAddress(line.offerId)}">${line.partNumber}</a>
<span class="quiet">${nameOffer(line)}</span>`,
    },
    { title: "Ordered", kind: "number", cell: ({ quantity }) => formatCount(quantity) },
    { title: "On hand", kind: "number", cell: ({ onHand }) => formatCount(onHand) },
    { title: "Allocated", kind: "number", cell: ({ allocated }) => formatCount(allocated) },
    {
      title: "Short",
      kind: "number",
      cell: ({ onHand, allocated }) => formatCount(allocated - onHand),
    },
  ]);
}

export const showShortfalls: Handler = async ({ db }) => {
  const lines = await selectShortLines(db, maxLines + 1);
  if (lines.length > 0) await db.awaitReplication();
  const shown = lines.slice(0, maxLines);
  const none = renderEmptyState(
    "No shortfalls",
    html`<p>Every confirmed order has its stock on hand.</p>`,
  );
  const more =
    lines.length > maxLines
      ? html`<p class="quiet">Showing the first ${maxLines} lines.</p>\n`
      : null;
  return answerPage({
    title: "Shortfalls",
    sentence: "Confirmed orders for offers with less on hand than is allocated, oldest first.",
    above: { href: "/console/catalog", text: "Parts" },
    body: html`${shown.length === 0 ? none : renderLines(shown)}${more}`,
  });
};
