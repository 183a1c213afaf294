// The table of search results: offers grouped by part, each with its price and a form that adds it
// to the current draft.

import { randomUUID } from "node:crypto";
import type { BrowseOrder } from "../../catalog/browse/browseParts.ts";
import {
  describeManufacturer,
  onRequest,
  renderOfferStatus,
  renderVendor,
} from "../../components/offerCells.ts";
import { formatCount, formatCounted } from "../../html/amount.ts";
import { renderCellField } from "../../html/field.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderBadge } from "../../html/notice.ts";
import { type Column, type Row, renderTable } from "../../html/table.ts";
import { formatBarePrice, formatMoney } from "../../price.ts";
import type { PricedPart } from "../../pricing/browseForAccount.ts";
import type { LoadedOffer } from "../../pricing/loadPart.ts";
import { describeOrderTerms, nearestAllowedQuantity } from "../../pricing/orderTerms.ts";
import { partAddress, renderPartLink } from "../addresses.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { formatResultsAddress, type ResultsQuery } from "./resultsQuery.ts";

/** What was sent with the form of an offer, and what is wrong with it. */
export type SentRow = { readonly offerId: number; readonly form: FormState };

type Sorting = BrowseOrder & { readonly title: string };

const firstSorts: Readonly<Record<string, Sorting>> = {
  Part: { title: "Part", by: "number", isDescending: false },
  Stock: { title: "Stock", by: "stock", isDescending: true },
  "Lead time": { title: "Lead time", by: "lead", isDescending: false },
  Price: { title: "Price", by: "price", isDescending: false },
};

function sortColumn(query: ResultsQuery, title: string): Pick<Column, "title" | "sort"> {
  const first = firstSorts[title] as Sorting;
  const isSorted = query.order.by === first.by;
  const { isDescending } = query.order;
  const order = isSorted ? { by: first.by, isDescending: !isDescending } : first;
  const href = formatResultsAddress({ ...query, order, after: null, before: null });
  const now = isDescending ? "descending" : "ascending";
  return { title, sort: { href, now: isSorted ? now : null } };
}

function listColumns(query: ResultsQuery): Column[] {
  return [
    { ...sortColumn(query, "Part"), kind: "prose" },
    { title: "Condition", kind: "words" },
    { ...sortColumn(query, "Stock"), kind: "words", corner: true },
    { ...sortColumn(query, "Lead time"), kind: "words" },
    { ...sortColumn(query, "Price"), kind: "number" },
    { title: "Add to draft", kind: "actions" },
  ];
}

function renderStock({ stock, unitOfMeasure }: LoadedOffer["offer"]): Html {
  if (stock === 0) return renderBadge("short", "Out of stock");
  const unit = unitOfMeasure === "EA" ? "" : ` ${unitOfMeasure}`;
  return renderBadge("good", `${formatCount(stock)}${unit} in stock`);
}

function renderLeadTime({ stock, leadTimeDays }: LoadedOffer["offer"]): Content {
  if (leadTimeDays === null) return null;
  if (leadTimeDays === 0) return stock > 0 ? "ships today" : null;
  return formatCounted(leadTimeDays, "day");
}

/** In whole percent; null below half a percent. */
function savedPercent(list: bigint, own: bigint): number | null {
  const percent = Number(((list - own) * 200n + list) / (list * 2n));
  return percent > 0 ? percent : null;
}

/** The price at the smallest quantity; the account's own is marked, with what it saves. */
function renderPrice({ offer: { listPrice }, price: [first] }: LoadedOffer): Content {
  if (first === undefined) return onRequest;
  const { price, minQuantity } = first;
  const from =
    minQuantity === 1
      ? null
      : html` <span class="sub">from
${formatCount(minQuantity)}</span>`;
  const amount = html`<strong>${formatMoney(price)}</strong>${from}`;
  const isList = listPrice?.minor === price.minor && listPrice.currency === price.currency;
  if (isList) return amount;
  if (listPrice === null || listPrice.currency !== price.currency) {
    return html`${amount} <span class="sub">Your price</span>`;
  }
  const saved = savedPercent(listPrice.minor, price.minor);
  const list = html`<s><span class="unseen">List price </span>${formatBarePrice(listPrice)}</s>`;
  return html`${amount} <span class="sub">Your price ${list}${
    saved !== null && html` <span class="saved">−${saved}&nbsp;%</span>`
  }</span>`;
}

type RowContext = {
  readonly query: ResultsQuery;
  readonly sent: SentRow | null;
  readonly partId: string;
  readonly place: number;
};

function renderAdd({ offer, price, terms }: LoadedOffer, context: RowContext): Content {
  if (offer.status !== "ACTIVE" || price.length === 0) return null;
  const { query, sent, partId, place } = context;
  const quantity = String(nearestAllowedQuantity(1, terms));
  const state: FormState = {
    ...(sent?.offerId === offer.offerId ? sent.form : freshForm({ quantity })),
    prefix: `row-${place}`,
  };
  const made = describeManufacturer(offer);
  const by = made === null ? offer.vendor : `${offer.vendor}, ${made}`;
  const of = `${offer.partNumber}, ${offer.condition}, ${by}`;
  const isAny = terms.minQuantity === 1 && terms.multiple === 1;
  const field = { name: "quantity", label: `Quantity of ${of}`, digits: true, maxLength: 9 };
  return html`<form class="add" method="post" action="${formatResultsAddress(query)}" data-add>
<input type="hidden" name="form" value="${randomUUID()}">
<input type="hidden" name="part_id" value="${partId}">
${renderCellField(state, { ...field, width: 4 })}
<button class="button primary" aria-label="Add ${of}">Add</button>
${isAny ? null : html`<p class="sub">${describeOrderTerms(terms)}</p>\n`}</form>`;
}

const nameOf = ({ offer: { title, partName } }: LoadedOffer) => title ?? partName;

/** Offers of one number by different manufacturers may be different things (decision 16). */
function renderPart(loaded: LoadedOffer, first: LoadedOffer): Content {
  const { offer } = loaded;
  const status = renderOfferStatus(offer, renderPartLink);
  const by = html`<span class="sub">${renderVendor(offer)} ${status}</span>`;
  const name = html`<span class="name">${nameOf(loaded)}</span>`;
  if (loaded === first) {
    return html`<span class="pn">${renderPartLink(offer.partNumber)}</span>\n${name}${by}`;
  }
  const isNamed = nameOf(loaded) !== nameOf(first);
  return html`<span class="unseen">${offer.partNumber}</span>${isNamed && name}${by}`;
}

export type Results = {
  readonly query: ResultsQuery;
  readonly parts: readonly PricedPart[];
  readonly conditionNames: ReadonlyMap<string, string>;
  readonly sent: SentRow | null;
};

/** The offers of the parts of a page. */
export function renderResultsTable(
  { partIds }: PortalContext,
  { signedIn, now }: Visit,
  { query, parts, conditionNames, sent }: Results,
): Html {
  const ids = parts.flatMap(({ offers }) => offers.map(({ offer }) => offer.offerId));
  const minted = partIds.mint(signedIn.account.accountId, ids, now.getTime());
  const partIdOf = new Map(ids.map((id, place) => [id, minted[place] ?? ""]));
  const placeOf = new Map(ids.map((id, place) => [id, place + 1]));
  const toRow = (loaded: LoadedOffer, first: LoadedOffer): Row => {
    const { offerId, condition } = loaded.offer;
    const place = placeOf.get(offerId) ?? 0;
    const name = conditionNames.get(condition) ?? condition;
    return {
      id: `offer-${place}`,
      continues: loaded !== first,
      cells: [
        renderPart(loaded, first),
        html`<abbr title="${name}">${condition}</abbr>`,
        renderStock(loaded.offer),
        html`<span class="quiet">${renderLeadTime(loaded.offer)}</span>`,
        renderPrice(loaded),
        renderAdd(loaded, { query, sent, partId: partIdOf.get(offerId) ?? "", place }),
      ],
    };
  };
  const rows = parts.flatMap(({ offers, count }): Row[] => {
    const own = offers.map((loaded) => toRow(loaded, offers[0]));
    const more = count - offers.length;
    if (more === 0) return own;
    const { partNumber } = offers[0].offer;
    const link = html`<a href="${partAddress(partNumber)}">${formatCounted(
      more,
      "more offer",
    )}<span class="unseen"> of ${partNumber}</span></a>`;
    return [...own, { continues: true, cells: [link, null, null, null, null, null] }];
  });
  return renderTable({ caption: "Offers by part", columns: listColumns(query), rows });
}
