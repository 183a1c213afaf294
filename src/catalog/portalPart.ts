import { formatPartsAddress, renderPartLink } from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import type { FormState } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge } from "../kit/html/moment.ts";
import { renderBadge, renderNotice } from "../kit/html/notice.ts";
import { renderTable } from "../kit/html/table.ts";
import { formatMoney, savedPercent } from "../kit/price.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../kit/site/visit.ts";
import type { OfferQuantity } from "../orders/drafts/editDraft.ts";
import { selectDraftQuantities } from "../orders/queries.ts";
import { selectSummaries } from "../orders/summaryQueries.ts";
import { type LoadedOffer, type LoadedPart, loadPart } from "../prices/loadPart.ts";
import type { AccountPrice } from "../prices/unitPrice.ts";
import { selectTradeCodes } from "./codeQueries.ts";
import { formatNsn } from "./offerFacts.ts";
import { partNumberKey } from "./partNumber.ts";
import { addFormId, renderAddBox } from "./portalAddBox.ts";
import { findShownOffer, isOrdered } from "./portalBestOffer.ts";
import { formatResultsAddress, readResultsQuery, searchFor } from "./portalQuery.ts";
import { renderOfferQuote } from "./portalQuoteLinks.ts";
import type { ListedOffer } from "./search/listedOffer.ts";
import { renderPartDetails } from "./sharedDetails.ts";
import {
  describeTerms,
  isMadeByOne,
  nameOffer,
  onRequest,
  renderCertificates,
  renderLeadTime,
  renderOfferStatus,
  renderReplacements,
  renderStock,
  renderVendor,
} from "./sharedOffers.ts";

/** The names of codes. */
type Names = ReadonlyMap<string, string>;

/** What the offers are shown with. */
type OffersSetting = {
  readonly conditionNames: Names;
  /** The id of the form to which the choice belongs. */
  readonly form: string;
  /** The `part_id` of an offer that can be ordered. */
  readonly partIdOf: (offer: ListedOffer) => string | undefined;
  /** The chosen `part_id`. */
  readonly chosen: string | undefined;
};

/** The choice of an offer; a request for a quote for one that is for sale but cannot be ordered. */
function renderChoice(viewed: LoadedOffer, setting: OffersSetting): Content {
  const { form, partIdOf, chosen } = setting;
  const { offer } = viewed;
  const partId = partIdOf(offer);
  if (partId === undefined) {
    return offer.status === "ACTIVE" ? renderOfferQuote(viewed) : null;
  }
  const checked = partId === chosen ? html` checked` : null;
  return html`<label class="button choice"><input type="radio" name="part_id" value="${partId}"
 form="${form}" aria-label="${nameOffer(offer)}"${checked}><span>Select</span></label>`;
}

function renderTerms({ terms }: LoadedOffer): Content {
  const isAny = terms.minQuantity === 1 && terms.multiple === 1;
  return isAny ? null : html`<span class="sub">${describeTerms(terms)}</span>`;
}

/** The offers as choices of the order form beside them. */
function renderOffersTable(offers: readonly LoadedOffer[], setting: OffersSetting): Html {
  const newest = new Date(Math.max(...offers.map(({ offer }) => offer.updatedAt.getTime())));
  const isHeld = offers.some(({ offer }) => offer.status === "ON_HOLD");
  const isOneMaker = isMadeByOne(offers);
  const table = renderTable({
    caption: "Offers of this part",
    columns: [
      { title: "Condition", kind: "text" },
      { title: "Vendor", kind: "prose" },
      { title: "Certificate", kind: "prose", titled: true },
      { title: "Stock", kind: "words", corner: true },
      { title: "Lead time", kind: "words", titled: true },
      { title: "Your price", kind: "number" },
      { title: "Select", kind: "actions" },
    ],
    rows: offers.map((viewed) => {
      const { offer, price } = viewed;
      const name = setting.conditionNames.get(offer.condition) ?? "";
      return {
        cells: [
          html`<strong><abbr title="${name}">${offer.condition}</abbr></strong>`,
          html`${isOneMaker ? offer.vendor : renderVendor(offer)} ${renderStatus(offer)}${renderTerms(viewed)}`,
          renderCertificates(offer),
          renderStock(offer),
          renderLeadTime(offer),
          renderAccountPrice(offer, price),
          renderChoice(viewed, setting),
        ],
      };
    }),
  });
  return renderCard({
    title: "Offers",
    beside: html`<span>Last changed ${renderAge(newest)}</span>`,
    body: table,
    ...(isHeld && { foot: html`<span>Offers on hold can't be ordered for now.</span>` }),
  });
}

/** Why an offer cannot be ordered; null if it can. */
function renderStatus(offer: ListedOffer): Html | null {
  return renderOfferStatus(offer, renderPartLink);
}

/** The account's price at the smallest quantity, with the list price if there is a saving. */
function renderAccountPrice({ listPrice }: ListedOffer, [first]: AccountPrice): Content {
  if (first === undefined) return onRequest;
  const { price, minQuantity } = first;
  const from = minQuantity === 1 ? null : html` from ${formatCount(minQuantity)}`;
  const isLower = listPrice !== null && savedPercent(listPrice, price) !== null;
  const list = isLower
    ? html`<span class="sub"><s>${formatMoney(listPrice)}</s> list</span>`
    : null;
  return html`<strong>${formatMoney(price)}</strong>${from}${list}`;
}

/** More drafts are found on the orders page. */
const maxDrafts = 50;
const maxPartNumberLength = 200;

/** `:number`, as the visitor's account sees the part. */
export function part(context: PortalContext, visit: Visit): Promise<LoadedPart | undefined> {
  const number = visit.param("number").slice(0, maxPartNumberLength);
  return loadPart(context, visit.signedIn.account.accountId, number, visit.now);
}

/** The same, but null for an unknown part. */
export async function partOrNull(context: PortalContext, visit: Visit): Promise<LoadedPart | null> {
  return (await part(context, visit)) ?? null;
}

/** The only direct successor of a part, if that is superseded too, up to `last`; else null. */
function findDirectSuccessor(offers: LoadedPart["offers"], last: string): string | null {
  const named = offers.flatMap(({ offer }) => offer.supersededBy ?? []);
  const numberOf = new Map(named.map((number) => [partNumberKey(number), number]));
  const [direct, ...others] = numberOf.values();
  if (direct === undefined || others.length > 0) return null;
  return numberOf.has(partNumberKey(last)) ? null : direct;
}

/** Why no offer is sold, and what replaces the part, with its stock; null if some are sold. */
async function renderHeldNotice(
  context: PortalContext,
  { signedIn, now }: Visit,
  { offers, instead }: LoadedPart,
): Promise<Content> {
  if (offers.some(({ offer }) => offer.status === "ACTIVE")) return null;
  const next = instead.find(({ reason }) => reason === "superseded");
  if (next === undefined) {
    const isHeld = offers.some(({ offer }) => offer.status === "ON_HOLD");
    const hint = isHeld
      ? "Sales of this part are suspended, so it can't be ordered for now. We never substitute " +
        "parts without asking."
      : "This part can't be ordered. We never substitute parts without asking.";
    const title = isHeld ? "On hold, not for sale" : "Not for sale";
    return renderNotice("short", title, html`<p>${hint}</p>`);
  }
  const { accountId } = signedIn.account;
  const successor = await loadPart(context, accountId, next.partNumber, now);
  const stock = successor && renderStockOfPart(successor);
  const last = renderPartLink(next.partNumber);
  const direct = findDirectSuccessor(offers, next.partNumber);
  const hint =
    direct === null
      ? html`This part can't be ordered, and we never substitute parts without asking.
<code>${last}</code> replaces it${stock && html`: ${stock}`}.`
      : html`This part can't be ordered, and we never substitute parts without asking.
It was superseded by <code>${renderPartLink(direct)}</code>, now
<code>${last}</code>${stock && html`: ${stock}`}.`;
  return renderNotice("short", "Superseded, not for sale", html`<p>${hint}</p>`);
}

function describePart({ offers }: LoadedPart): string {
  const [first] = offers.map(({ offer }) => offer);
  const nsn = offers.map(({ offer }) => offer.nsn).find((one) => one !== null);
  const facts = [first?.title ?? first?.partName, nsn && `NSN ${formatNsn(nsn)}`];
  return facts.filter((fact) => fact).join(" · ");
}

/**
 * What is in stock of all offers that are sold, by condition, best first; without quantities if
 * they are sold in several units.
 */
function renderStockOfPart({ offers }: LoadedPart): Html {
  const sold = offers.map(({ offer }) => offer).filter(({ status }) => status === "ACTIVE");
  if (sold.length === 0) return renderBadge("short", "Not for sale");
  const stocked = sold.filter(({ stock }) => stock > 0);
  if (stocked.length === 0) return renderBadge("short", "Out of stock");
  const isOneUnit = new Set(sold.map(({ unitOfMeasure }) => unitOfMeasure)).size === 1;
  const counts = [...Map.groupBy(stocked, ({ condition }) => condition)].map(
    ([condition, alike]) =>
      `${formatCount(alike.reduce((sum, { stock }) => sum + stock, 0))} ${condition}`,
  );
  const words = isOneUnit ? `${counts.join(", ")} in stock` : "In stock";
  return renderBadge("good", words);
}

function renderAvailability(part: LoadedPart): Html {
  const count = renderBadge("neutral", formatCounted(part.offers.length, "offer"));
  return html`${renderStockOfPart(part)} ${count}`;
}

export async function answerPart(
  context: PortalContext,
  visit: Visit,
  part: LoadedPart,
  sent?: {
    readonly form: FormState;
    readonly status: 409 | 422;
    /** The sent line, if there is less in stock. */
    readonly short: OfferQuantity | undefined;
  },
): Promise<Answer> {
  const { db } = context;
  const { accountId } = visit.signedIn.account;
  const filter = { accountId, status: "draft", before: null, limit: maxDrafts } as const;
  const [codes, drafts, draftQuantities] = await Promise.all([
    selectTradeCodes(db),
    selectSummaries(db, filter),
    selectDraftQuantities(db, visit.signedIn.draft),
  ]);
  const ordered = part.offers.filter(isOrdered).map(({ offer }) => offer.offerId);
  const minted = context.partIds.mint(accountId, ordered, visit.now.getTime());
  const partIds = new Map(ordered.map((offerId, place) => [offerId, minted[place]]));
  const best = findShownOffer(part.offers, readResultsQuery(visit.query).filter);
  const bestId = best?.offer.offerId;
  const offers = renderOffersTable(part.offers, {
    conditionNames: new Map(codes.conditions.map(({ code, name }) => [code, name])),
    form: addFormId,
    partIdOf: ({ offerId }) => partIds.get(offerId),
    chosen: sent?.form.value("part_id") || (bestId && partIds.get(bestId)),
  });
  const [{ offer }] = part.offers as [LoadedPart["offers"][number]];
  const results = { ...searchFor(offer.partNumber), isList: true };
  const page: SitePage = {
    title: offer.partNumber,
    heading: html`<span class="pn">${offer.partNumber}</span>`,
    sentence: describePart(part),
    primary: renderAvailability(part),
    above: { href: formatResultsAddress(results), text: "All results for this number" },
    body: html`${[
      await renderHeldNotice(context, visit, part),
      offers,
      renderReplacements(part.instead, renderPartLink),
      renderPartDetails(part.offers.map((viewed) => viewed.offer)),
    ]}`,
    side: renderAddBox(part, {
      drafts,
      current: visit.signedIn.draft,
      draftQuantities,
      sent: sent?.form,
      short: sent?.short,
      best,
    }),
    // A box without a form is no reason to scroll past a notice and the offers.
    ...(best === undefined ? {} : { isSideFirst: true }),
  };
  return answerPage(page, sent?.status);
}

/** An unknown part number redirects to its search. */
export const showPartPage: Handler<LoadedPart | null> = async (context, visit, found) =>
  found === null
    ? redirect(formatPartsAddress({ text: visit.param("number") }))
    : answerPart(context, visit, found);
