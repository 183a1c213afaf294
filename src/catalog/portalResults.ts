// The table of search results: offers grouped by part, each with its price and a form that adds it
// to the current draft.

import { randomUUID } from "node:crypto";
import { partAddress, renderPartLink } from "../home/portalAddresses.ts";
import type { PortalContext, Visit } from "../home/portalContext.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderCellField } from "../kit/html/field.ts";
import { type FormState, freshForm } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderBadge } from "../kit/html/notice.ts";
import { type Column, type Row, renderTable } from "../kit/html/table.ts";
import { formatBarePrice, formatMoney, isSamePrice, savedPercent } from "../kit/price.ts";
import { sortBy } from "../kit/sorting.ts";
import type { DraftQuantities } from "../orders/queries.ts";
import type { PricedPart } from "../prices/browseForAccount.ts";
import type { LoadedOffer } from "../prices/loadPart.ts";
import { describeOrderTerms, nearestAllowedQuantity } from "../prices/orderTerms.ts";
import type { BrowseOrder } from "./browse/browseParts.ts";
import { isOrdered, isSold } from "./portalBestOffer.ts";
import { formatFilteredPart, formatResultsAddress, type ResultsQuery } from "./portalQuery.ts";
import { nameRow, renderOfferQuote } from "./portalQuoteLinks.ts";
import {
  describeLeadTime,
  describeManufacturer,
  linkPart,
  onRequest,
  renderOfferStatus,
  renderShortCertificates,
} from "./sharedOffers.ts";

/** What was sent with the form of an offer, and what is wrong with it. */
export type SentRow = { readonly offerId: number; readonly form: FormState };

type Sorting = BrowseOrder & { readonly title: string };

const firstSorts = {
  part: { title: "Part", by: "number", isDescending: false },
  stock: { title: "Stock", by: "stock", isDescending: true },
  leadTime: { title: "Lead time", by: "lead", isDescending: false },
  price: { title: "Price", by: "price", isDescending: false },
} as const satisfies Readonly<Record<string, Sorting>>;

function sortColumn(query: ResultsQuery, first: Sorting): Pick<Column, "title" | "sort"> {
  const { title, by, isDescending } = first;
  const sort = sortBy(query.order, { by, isDescending }, (order) =>
    formatResultsAddress({ ...query, order, after: null, before: null }),
  );
  return { title, sort };
}

function listColumns(query: ResultsQuery): Column[] {
  return [
    { ...sortColumn(query, firstSorts.part), kind: "prose" },
    { title: "Condition", kind: "words" },
    { ...sortColumn(query, firstSorts.stock), kind: "words", corner: true },
    { ...sortColumn(query, firstSorts.leadTime), kind: "words", titled: true },
    { ...sortColumn(query, firstSorts.price), kind: "number" },
    { title: "Add to draft", kind: "actions" },
  ];
}

/** Only stock that is sold is shown as good news. */
function renderStock({ stock, unitOfMeasure, status }: LoadedOffer["offer"]): Html {
  if (stock === 0) return renderBadge("short", "Out of stock");
  const unit = unitOfMeasure === "EA" ? "" : ` ${unitOfMeasure}`;
  const amount = `${formatCount(stock)}${unit}`;
  return renderBadge(status === "ACTIVE" ? "good" : "neutral", `${amount} in stock`);
}

function renderLeadTime({ leadTimeDays: days, stock }: LoadedOffer["offer"]): Content {
  return days === null ? null : html`<span class="quiet">${describeLeadTime(days, stock)}</span>`;
}

function renderCondition({ condition, certificate }: LoadedOffer["offer"], name: string): Html {
  const papers =
    certificate && html`<span class="sub">${renderShortCertificates(certificate)}</span>`;
  return html`<abbr title="${name}">${condition}</abbr>${papers}`;
}

/** The price at the smallest quantity; the account's own is marked, with what it saves. */
function renderPrice({ offer: { listPrice }, price: [first] }: LoadedOffer): Content {
  if (first === undefined) return onRequest;
  const { price, minQuantity } = first;
  const from =
    minQuantity === 1 ? null : html` <span class="sub">from ${formatCount(minQuantity)}</span>`;
  const amount = html`<strong>${formatMoney(price)}</strong>${from}`;
  if (listPrice !== null && isSamePrice(listPrice, price)) return amount;
  const saved = listPrice && savedPercent(listPrice, price);
  if (listPrice === null || saved === null) {
    return html`${amount} <span class="sub">Your price</span>`;
  }
  const list = html`Your price <s><span class="unseen">List price </span>${formatBarePrice(listPrice)}</s>`;
  const percent = html`<span class="saved">−${saved}&nbsp;%</span>`;
  return html`${amount} <span class="sub">${list} ${percent}</span>`;
}

/** What the current draft has of an offer; the script replaces it. */
export function renderInDraft(quantity: number | undefined): Content {
  if (quantity === undefined) return null;
  return html`<p class="sub" data-in-draft>In draft: ${formatCount(quantity)}</p>\n`;
}

type RowContext = {
  readonly query: ResultsQuery;
  readonly sent: SentRow | null;
  readonly partId: string;
  readonly place: number;
  readonly inDraft: Content;
};

/** The form of an offer that can be ordered; a request for a quote for another. */
function renderAdd(loaded: LoadedOffer, context: RowContext): Content {
  const { query, sent, partId, place, inDraft } = context;
  const { offer, terms } = loaded;
  if (offer.status !== "ACTIVE") return inDraft;
  const quantity = String(nearestAllowedQuantity(1, terms));
  const state: FormState = {
    ...(sent?.offerId === offer.offerId ? sent.form : freshForm({ quantity })),
    prefix: `row-${place}`,
  };
  const of = nameRow(loaded);
  const isSent = sent?.offerId === offer.offerId && isSold(loaded);
  if (!isOrdered(loaded) && !isSent) return html`${renderOfferQuote(loaded)}${inDraft}`;
  const isAny = terms.minQuantity === 1 && terms.multiple === 1;
  const field = { name: "quantity", label: `Quantity of ${of}`, digits: true, maxLength: 9 };
  return html`<form class="add" method="post" action="${formatResultsAddress(query)}" data-add>
<input type="hidden" name="form" value="${randomUUID()}">
<input type="hidden" name="part_id" value="${partId}">
${renderCellField(state, { ...field, width: 4 })}
<button class="button primary" aria-label="Add ${of}">Add</button>
${isAny ? null : html`<p class="sub">${describeOrderTerms(terms)}</p>\n`}${inDraft}</form>`;
}

const nameOf = ({ offer: { title, partName } }: LoadedOffer) => title ?? partName;

/** Offers of one number by different manufacturers may be different things. */
function renderPart(
  loaded: LoadedOffer,
  first: LoadedOffer,
  { filter }: ResultsQuery,
  reason?: string,
): Content {
  const { offer } = loaded;
  const status = renderOfferStatus(offer, renderPartLink);
  const hint = offer.status === "ON_HOLD" && html` Can't be ordered for now`;
  const made = describeManufacturer(offer);
  const isShown = loaded === first || made !== describeManufacturer(first.offer);
  const vendor = isShown && made !== null ? html`${offer.vendor} · ${made}` : offer.vendor;
  const by = html`<span class="sub">${vendor} ${status}${hint}</span>`;
  const name = html`<span class="name">${nameOf(loaded)}</span>`;
  if (loaded === first) {
    const why = reason && html`<span class="sub">${capitalize(reason)}</span>`;
    const link = linkPart(offer.partNumber, formatFilteredPart(offer.partNumber, filter));
    return html`<span class="pn">${link}</span>\n${name}${by}${why}`;
  }
  const isNamed = nameOf(loaded) !== nameOf(first);
  return html`<span class="unseen">${offer.partNumber}</span>${isNamed && name}${by}`;
}

export type Results = {
  readonly query: ResultsQuery;
  readonly parts: readonly PricedPart[];
  readonly conditionNames: ReadonlyMap<string, string>;
  readonly sent: SentRow | null;
  readonly draftQuantities: DraftQuantities;
  /** Why each part is suggested, by its number; suggestions cannot be sorted. */
  readonly reasons?: ReadonlyMap<string, string>;
};

/** The offers of the parts of a page. */
export function renderResultsTable(
  { partIds }: PortalContext,
  { signedIn, now }: Visit,
  { query, parts, conditionNames, sent, draftQuantities, reasons }: Results,
): Html {
  const ids = parts.flatMap(({ offers }) => offers.map(({ offer }) => offer.offerId));
  const minted = partIds.mint(signedIn.account.accountId, ids, now.getTime());
  const partIdOf = new Map(ids.map((id, place) => [id, minted[place] ?? ""]));
  const placeOf = new Map(ids.map((id, place) => [id, place + 1]));
  const toRow = (loaded: LoadedOffer, first: LoadedOffer): Row => {
    const { offerId, condition } = loaded.offer;
    const place = placeOf.get(offerId) ?? 0;
    const name = conditionNames.get(condition) ?? condition;
    const partId = partIdOf.get(offerId) ?? "";
    const inDraft = renderInDraft(draftQuantities.get(offerId));
    return {
      id: `offer-${place}`,
      continues: loaded !== first,
      cells: [
        renderPart(loaded, first, query, reasons?.get(loaded.offer.partNumber)),
        renderCondition(loaded.offer, name),
        renderStock(loaded.offer),
        renderLeadTime(loaded.offer),
        renderPrice(loaded),
        renderAdd(loaded, { query, sent, partId, place, inDraft }),
      ],
    };
  };
  const rows = parts.flatMap(({ offers, count }): Row[] => {
    const own = offers.map((loaded) => toRow(loaded, offers[0]));
    const more = count - offers.length;
    if (more === 0) return own;
    const { partNumber } = offers[0].offer;
    const link = html`<a href="${partAddress(partNumber)}">${formatCounted(more, "more offer")}<span class="unseen"> of ${partNumber}</span></a>`;
    return [...own, { continues: true, cells: [link, null, null, null, null, null] }];
  });
  const columns = listColumns(query).map(({ sort, ...column }) =>
    sort === undefined || reasons !== undefined ? column : { ...column, sort },
  );
  return renderTable({ caption: "Offers by part", columns, rows });
}
