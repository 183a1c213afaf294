// The lines that duplicating an order left out, each with the offers of its part that can be
// ordered now, at the top of the new draft.
import { partNumberKey } from "../../catalog/partNumber.ts";
import { readIfAvailable } from "../../catalog/replica/replica.ts";
import {
  describeLeadTime,
  nameOffer,
  renderShortCertificates,
} from "../../components/offerCells.ts";
import { formatCount, formatUnbrokenMoney } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { type Row, renderTable } from "../../html/table.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { LeftOutLine, OrderEvent } from "../../orders/orderEvent.ts";
import { loadParts, type PricedPart } from "../../pricing/browseForAccount.ts";
import type { LoadedOffer } from "../../pricing/loadPart.ts";
import { fitToStock } from "../../pricing/orderTerms.ts";
import { orderAddress, renderPartLink } from "../addresses.ts";
import { isOrdered } from "../parts/bestOffer.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { texts } from "./texts.ts";

/** The most parts whose offers are loaded. */
const maxLoaded = 100;

/**
 * The lines that a draft was created without and that it still does not have: each line of the same
 * part that was added since stands for one.
 */
function listLeftOut({ status, lines }: StoredOrder, timeline: readonly OrderEvent[]) {
  if (status !== "draft") return [];
  const leftOut = timeline.flatMap(({ details }) => details.leftOut ?? []);
  const seen = new Map<string, number>();
  return leftOut.filter(({ partNumber, copied = 0 }) => {
    const before = seen.get(partNumber) ?? 0;
    seen.set(partNumber, before + 1);
    const present = lines.filter((line) => line.partNumber === partNumber).length;
    return present - copied <= before;
  });
}

type Adding = { readonly order: StoredOrder; readonly partIdOf: ReadonlyMap<number, string> };

function renderOffer(loaded: LoadedOffer, wanted: number, { order, partIdOf }: Adding): Html {
  const { offer, price, terms } = loaded;
  const { leadTimeDays: days } = offer;
  const lead =
    days === null ? null : html`<span class="sub">${describeLeadTime(days, offer.stock)}</span>\n`;
  const quantity = fitToStock(wanted, offer.stock, terms);
  const name = nameOffer(offer);
  const unit = price[0] && formatUnbrokenMoney(price[0].price);
  const stock = `${formatCount(offer.stock)} ${offer.unitOfMeasure}`;
  const form = renderForm({
    action: orderAddress(order.orderId, "/add"),
    hidden: {
      version: String(order.version),
      part_number: offer.partNumber,
      part_id: partIdOf.get(offer.offerId) ?? "",
      quantity: String(quantity),
    },
    button: {
      text: texts.leftOut.add(formatCount(quantity)),
      label: texts.leftOut.addOf(formatCount(quantity), offer.partNumber, name),
    },
  });
  const papers = renderShortCertificates(offer.certificate);
  const named = html`${name}${papers && html` · ${papers}`}`;
  return html`<div>${named} · ${texts.leftOut.inStock(stock)} · ${unit}
${lead}${form}</div>
`;
}

/** `part` is false while the catalog is loading. */
function toRow(line: LeftOutLine, part: PricedPart | undefined | false, adding: Adding): Row {
  const { partNumber, quantity, message } = line;
  const offers = part ? part.offers.filter(isOrdered) : [];
  const why = part === false ? texts.leftOut.notYet : texts.leftOut.none;
  const none = html`<span class="quiet">${why}</span>`;
  const others: Content =
    offers.length === 0 ? none : offers.map((offer) => renderOffer(offer, quantity, adding));
  return { cells: [renderPartLink(partNumber), formatCount(quantity), message, others] };
}

/** Vendors write one number in upper and lower case. */
function keyOf({ partNumber }: { readonly partNumber: string }): string {
  return partNumberKey(partNumber);
}

/** All lines that were left out; null if there are none. */
export async function renderLeftOut(
  context: PortalContext,
  { signedIn, now }: Visit,
  order: StoredOrder,
  timeline: readonly OrderEvent[],
): Promise<Html | null> {
  const leftOut = listLeftOut(order, timeline);
  if (leftOut.length === 0) return null;
  const { accountId } = signedIn.account;
  const numbers = [...new Set(leftOut.map(({ partNumber }) => partNumber))].slice(0, maxLoaded);
  const isLoaded = readIfAvailable(context.replica, () => true) ?? false;
  const parts = isLoaded ? await loadParts(context, accountId, numbers, now) : [];
  const partOf = new Map(parts.map((part) => [keyOf(part.offers[0].offer), part]));
  const ids = parts.flatMap(({ offers }) => offers.map(({ offer }) => offer.offerId));
  const minted = context.partIds.mint(accountId, ids, now.getTime());
  const partIdOf = new Map(ids.map((id, place) => [id, minted[place] ?? ""]));
  const rows = leftOut.map((line) =>
    toRow(line, isLoaded && partOf.get(keyOf(line)), { order, partIdOf }),
  );
  const table = renderTable({
    caption: texts.leftOut.title(leftOut.length),
    columns: [
      { title: texts.leftOut.part, kind: "code" },
      { title: texts.leftOut.quantity, kind: "number" },
      { title: texts.leftOut.reason, kind: "prose" },
      { title: texts.leftOut.offers, kind: "prose", titled: true },
    ],
    rows,
  });
  const loading = isLoaded ? null : renderNotice("neutral", texts.leftOut.loading);
  const body = html`${loading}${table}`;
  return renderCard({ title: texts.leftOut.title(leftOut.length), body });
}
