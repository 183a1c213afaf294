// A row of a list on its page: its part, the offer that it orders or what is proposed instead, and
// what makes it orderable. One or two lines high; the rest is in its panel.
import { nameCertificates } from "../catalog/nameCertificates.ts";
import { formatResultsAddress, searchFor } from "../catalog/portalQuery.ts";
import {
  describeLeadTime,
  describeTerms,
  nameOffer,
  onRequest,
  renderCertificates,
  renderShortCertificates,
  renderStock,
  renderVendor,
} from "../catalog/sharedOffers.ts";
import {
  listQuoteAddress,
  orderAddress,
  partAddress,
  quoteAddress,
} from "../home/portalAddresses.ts";
import { formatDay } from "../kit/day.ts";
import { formatCount } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderCellField } from "../kit/html/field.ts";
import { type FormState, freshForm } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderIcon } from "../kit/html/icons.ts";
import { renderDay } from "../kit/html/moment.ts";
import { renderBadge } from "../kit/html/notice.ts";
import { type Row, renderTable } from "../kit/html/table.ts";
import { formatMoney, multiplyPrice } from "../kit/price.ts";
import { findLateDay, firstNeededDay } from "../orders/lineInstructions.ts";
import type { OrderStatus } from "../orders/order.ts";
import { describeLateDay } from "../orders/sharedLines.ts";
import { describeOrderTerms } from "../prices/orderTerms.ts";
import type { RowQuote } from "../quotes/listRowQueries.ts";
import { listAccepted } from "../reading/condition.ts";
import { readLine } from "../reading/line.ts";
import { isReworded } from "../reading/quantity.ts";
import { findListedNumber } from "./addReadyRows.ts";
import { markTexts, textsOfRow, writeRowRequest } from "./changeList.ts";
import { hasCertificate } from "./checkRows.ts";
import { findLabel, findRowName, splitAlternates } from "./listColumns.ts";
import { isPartInDoubt, type ListId, type ListRow } from "./orderList.ts";
import { type Fix, findCheapest, findOrdered, planFixes, type Split } from "./planFixes.ts";
import { listMeantDays } from "./readRow.ts";
import type { LoadedFacts, OfferChoice, RowFacts, SuggestedPart } from "./rowFacts.ts";
import { stateWords } from "./sharedRows.ts";

/** The id of the form of all rows of a page. */
export const rowsForm = "rows";

/** What rows are rendered with; `refused` has what was typed and not stored, by row. */
export type RowSetting = {
  readonly listId: ListId;
  readonly facts: LoadedFacts;
  readonly refused: ReadonlyMap<number, FormState>;
  /** The headers of the list, for what else its cells say. */
  readonly headers: readonly string[];
  /** By row, its request and whether it needs one. */
  readonly quotes: ReadonlyMap<number, RowQuote>;
  readonly now: Date;
};

/** A row with what its cells share. */
type Shown = RowSetting & {
  readonly row: ListRow;
  readonly ofRow: RowFacts;
  /** The offer that the cells show: the one that it orders, or else the only one that it can. */
  readonly choice: OfferChoice | null;
  readonly state: FormState;
};

const maxShownLength = 300;

function clip(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength).toWellFormed()}…`;
}

function sub(content: Content): Html | null {
  return content ? html` <span class="sub">${content}</span>` : null;
}

/** What both offers of a split have in common, and what each piece costs. */
function describeSplit(split: Split): string {
  const { condition, certificate, unitOfMeasure } = split[0].choice.offer;
  const same = [condition, certificate === null ? [] : nameCertificates(certificate)].flat();
  const prices = split.map(
    ({ quantity, unitPrice }) =>
      `${formatCount(quantity)} at ${formatMoney(unitPrice)} / ${unitOfMeasure}`,
  );
  return `${same.join(", ")}: ${prices.join(", ")}.`;
}

/** The name, price, condition and stock of a part that is suggested. */
export function describeSuggested({ offer, choice, others }: SuggestedPart): string {
  const price = choice?.unitPrice ?? null;
  const facts = choice && [
    price === null ? [] : `${formatMoney(price)} / ${choice.offer.unitOfMeasure}`,
    choice.offer.condition,
    `${formatCount(choice.offer.stock)} in stock`,
  ];
  return [
    offer?.title ?? offer?.partName ?? [],
    facts?.flat().join(" · ") ?? (offer === null ? [] : "not for sale"),
    others === 0 ? [] : `${formatCount(others)} more`,
  ]
    .flat()
    .join(", ");
}

/** Why a quantity is another one than is needed, or cannot be had. */
function explain(quantity: number, needed: number | null, named: OfferChoice | null): string[] {
  if (named === null) return [];
  const { offer, terms } = named;
  if (offer.stock < quantity) return [`${formatCount(offer.stock)} in stock`];
  if (needed === null || needed === quantity) return [];
  return [describeOrderTerms(terms)];
}

/** A short name: what a button of a row says. `named` is the offer of the row. */
export function nameFix(fix: Fix, named: OfferChoice | null): string {
  switch (fix.kind) {
    case "quantity": {
      const { quantity, needed } = fix.ordered;
      const amount = [formatCount(quantity), fix.unit ?? []].flat().join(" ");
      return [`Order ${amount}`, ...explain(quantity, needed, named)].join(", ");
    }
    case "offer": {
      const { ordered, choice } = fix;
      const amount = ordered && `${formatCount(ordered.quantity)} ${choice.offer.unitOfMeasure}`;
      return amount === null ? "Use this offer" : `Use this offer: ${amount}`;
    }
    case "split": {
      const pieces = fix.split.map(
        ({ quantity, choice }) => `${formatCount(quantity)} from ${choice.offer.vendor}`,
      );
      return `Split: ${pieces.join(", ")}`;
    }
    case "number":
      return `Use ${fix.part.isAlternate ? "alternate " : ""}${fix.part.partNumber}`;
    case "condition":
      return `Use ${fix.condition}`;
    case "day":
      return `Needed by ${formatDay(new Date(fix.day))}`;
    case "name":
      return "Accept this part";
    case "remove":
      return "Remove";
  }
}

/** The button that makes a fix of a row. */
function renderFix({ row, ofRow }: Shown, fix: Fix, look: "plain" | "primary" = "plain"): Html {
  const wide = fix.kind === "split" ? " split" : "";
  return html`<button class="button ${look}${wide}" form="${rowsForm}" name="fix"
 value="${row.rowNumber}:${fix.mark}">${nameFix(fix, ofRow.named)}</button>`;
}

/** A way to request a quote for a row that needs one, or for the rest of it. */
function renderRowQuote({ row, listId, quotes }: Shown): Html | null {
  const { rowNumber, quantity, askedQuantity } = row;
  const { need = null, requested = null } = quotes.get(rowNumber) ?? {};
  if (need === null || requested !== null) return null;
  // What was requested and is not ordered, because it was not in stock.
  const rest = formatCount(Math.max(0, (askedQuantity ?? 0) - (quantity ?? 0)));
  const [text, label] =
    need === "rest"
      ? [`Request quote for ${rest}`, `Request quote for ${rest}, the rest of row ${rowNumber}`]
      : ["Request quote", `Request quote for row ${rowNumber}`];
  return html`<a class="button plain" href="${listQuoteAddress(listId, [rowNumber])}"
 aria-label="${label}">${text}</a>`;
}

/** The text of a row as it was sent, with its number, quantity and condition underlined. */
function renderUnderstood({ row, facts }: Shown): Html {
  const text = clip(row.cells.join(" ").replace(/\s+/g, " ").trim());
  const [reading] = readLine(text, facts.codes);
  const spans = (reading?.spans ?? []).toSorted((one, other) => one.start - other.start);
  const pieces = spans.map(({ start, end }, at) => {
    const before = text.slice(spans[at - 1]?.end ?? 0, start);
    return html`${before}<u>${text.slice(start, end)}</u>`;
  });
  return html`<q>${pieces}${text.slice(spans.at(-1)?.end ?? 0)}</q>`;
}

/** In characters; a longer name is cut at its first comma. */
const maxNameLength = 30;

function shortenName(name: string): string {
  const [first = name] = name.split(", ");
  return name.length > maxNameLength ? first : name;
}

function linkPart(partNumber: string, name: string): Html {
  return html`<a href="${partAddress(partNumber)}" title="${name}">${shortenName(name)}</a>`;
}

/** The only part that is suggested, unless it succeeds the row's own part, which is named. */
function describeOther({ row, ofRow: { suggested }, headers }: Shown): Html | null {
  const [only, ...more] = suggested;
  if (only === undefined || more.length > 0) return null;
  const { partNumber, isMeant, offer } = only;
  if (isMeant && row.state !== "not_found") return null;
  const listed = splitAlternates(row.cells[findLabel(headers, "alternate")] ?? "");
  const isAlternate = only.isAlternate || listed.includes(partNumber);
  const similar = isMeant ? null : "Similar: ";
  const name = offer?.title ?? null;
  return html`${isAlternate ? "Alternate: " : similar}${linkPart(partNumber, partNumber)}${
    name && `, ${shortenName(name)}`
  }`;
}

/** The name of the part, or what may be meant. */
function describePart(shown: Shown): Content {
  const { row, ofRow, headers, listId } = shown;
  const { named, choices, ended } = ofRow;
  if (row.state === "unreadable") return renderUnderstood(shown);
  const other = describeOther(shown);
  if (other !== null) return other;
  const offer = named?.offer ?? choices[0]?.offer ?? ended;
  const number = findListedNumber(row.listed, offer?.partNumber ?? row.partNumber);
  const was = number && html` Listed as ${clip(number)}.`;
  if (offer !== null) {
    return html`${linkPart(offer.partNumber, offer.title ?? offer.partNumber)}${was}`;
  }
  const isUnknown = row.state === "not_found";
  const name = isUnknown ? findRowName(headers, row.cells, row.partNumber) : null;
  if (name === null) return was;
  const href = formatResultsAddress({ ...searchFor(clip(name)), quickOrder: listId });
  return html`<a href="${href}">Search "${clip(name)}"</a>`;
}

/** What is requested and not known is only sent on, so a person has to know. */
function warnOfUnread({ row: { unread, state }, now }: Shown): Html[] {
  if (state === "added") return [];
  const { certificate, condition, day } = unread;
  const meant = listMeantDays(unread, now);
  const possible = meant
    .filter((one) => one >= firstNeededDay(now))
    .map((one) => formatDay(new Date(one)));
  const isDay = day !== undefined && meant.length > 0;
  const why =
    possible.length === 0 ? "has passed. It is sent as it is." : `may be ${possible.join(" or ")}.`;
  return [
    certificate && `Certificate “${clip(certificate)}” isn't known: sent as written.`,
    condition && `Condition “${clip(condition)}” isn't known: sent as written.`,
    isDay && `Date “${clip(day)}” ${why}`,
  ].flatMap((one) => (one ? [html`<span class="short">${one}</span>`] : []));
}

/** The offer, what the row asks for unless its offer has it, and what is only sent on. */
function renderOffer(shown: Shown): Html {
  const { row, ofRow, choice } = shown;
  const { condition, certificate, state } = row;
  const isMet = choice !== null && hasCertificate(choice.offer, certificate);
  const papers = certificate === null || isMet ? [] : nameCertificates(certificate);
  const accepted = choice === null ? listAccepted(condition).join(" or ") : "";
  const wanted = [accepted === "" ? [] : accepted, papers].flat().join(", ");
  const wish = wanted === "" || state === "unreadable" ? null : `Requested: ${wanted}`;
  const about = [sub(wish), ...warnOfUnread(shown).map(sub)];
  if (choice === null) return html`${about}`;
  const { offer } = choice;
  const listed = renderShortCertificates(offer.certificate);
  const facts = html`${offer.condition}${listed && html`, ${listed}`}`;
  const vendor =
    ofRow.named === null ? html`<span class="quiet">${offer.vendor}</span>` : offer.vendor;
  return html`${vendor}${sub(html`<span class="whole">${facts}</span>`)}${about}`;
}

/** The stock of an offer, when there is more if it is not enough, and the day that is asked for. */
function renderSupply({ row, choice, now }: Shown): Content {
  const { neededBy, quantity, state } = row;
  if (state === "added") return null;
  const { stock = 0, leadTimeDays = null } = choice?.offer ?? {};
  const isInStock = state !== "short" && (quantity ?? 1) <= stock;
  const late = choice && findLateDay({ neededBy, isInStock, leadTimeDays }, now);
  const why = late && html`. ${describeLateDay(late)}`;
  const day = neededBy && sub(html`By ${renderDay(neededBy)}${why}`);
  const isMore =
    choice !== null && leadTimeDays !== null && !isInStock && late?.kind !== "lead time";
  const lead = isMore ? sub(describeLeadTime(leadTimeDays, stock)) : null;
  return html`${choice && renderStock(choice.offer, quantity ?? 1)}${lead}${day}`;
}

/** What was asked for, if another quantity is ordered, or if it was reworded. */
function describeAsked(row: ListRow): string | null {
  const { askedQuantity, requestedQuantity, requestedUnit, quantity, quantityText } = row;
  if (requestedQuantity !== null)
    return `Requested: ${requestedQuantity} ${requestedUnit ?? ""}`.trim();
  if (askedQuantity !== null) return `Requested: ${formatCount(askedQuantity)}`;
  return quantity !== null && isReworded(quantityText) ? `“${clip(quantityText)}”` : null;
}

function renderPrice({ row, choice, ofRow }: Shown): Content {
  const price = row.unitPrice ?? choice?.unitPrice ?? null;
  if (price === null) return null;
  const unit = formatMoney(price);
  return row.lineTotal === null
    ? html`<span class="${ofRow.named === null ? "quiet whole" : "whole"}">${unit}</span>`
    : html`<strong class="whole">${formatMoney(row.lineTotal)}</strong> <span class="sub whole">${unit}</span>`;
}

/** Why a row is in its state, without the number that is beside it, and its first sentence. */
function describeReason({ reason, state, partNumber }: ListRow) {
  if (reason === null || state === "added") return null;
  const own = reason
    .replace(`Part ${partNumber} not found`, "Not found")
    .replace(`${partNumber}: `, "");
  const [first = own] = /^.*?[.?!](?= [\p{Lu}“]|$)/u.exec(own) ?? [];
  return { all: capitalize(own), first: capitalize(first) };
}

const addedWords: Readonly<Record<OrderStatus, string>> = {
  draft: "In a draft",
  confirmed: "Ordered",
  fulfilled: "Fulfilled",
  cancelled: "Cancelled",
  expired: "Expired",
};

/** The state of a row: why it is no order, its order, or the quote that was requested for it. */
function renderState({ row, quotes }: Shown): Html {
  const { rowNumber, state, orderStatus, orderId, orderNumber } = row;
  const { need = null, requested = null } = quotes.get(rowNumber) ?? {};
  const link =
    requested &&
    html`<a href="${quoteAddress(requested.requestId)}">${requested.requestNumber}</a>`;
  if (requested?.state === "open" && need !== null && need !== "rest") {
    return html`${renderBadge("neutral", "Quote requested")} ${link}`;
  }
  const isOrdered = state === "added" && need !== "rest";
  const answer = requested?.state === "answered" ? "Quote request answered" : "Quote requested";
  const quote = link && !isOrdered ? sub(html`${answer}: ${link}`) : null;
  if (orderStatus !== null && orderId !== null) {
    const order = html` <a href="${orderAddress(orderId)}">${orderNumber}</a>`;
    return html`${renderBadge("neutral", addedWords[orderStatus])}${order}${quote}`;
  }
  const { word, meaning } = stateWords[state];
  const reason = describeReason(row)?.first ?? null;
  if (state === "ready") return html`${sub(reason)}${quote}`;
  const title = isPartInDoubt(row) ? renderBadge(meaning, "Check the part") : null;
  return html`${title} <span class="why ${meaning}">${clip(reason ?? word)}</span>${quote}`;
}

/** Offers that are shown; the part's page has all of them. */
const maxOffers = 8;

type OfferFix = Extract<Fix, { kind: "offer" }>;

/** An offer with what the quantity that is ordered of it costs, if it has that in stock. */
function renderChoice({ row, ofRow }: Shown, choice: OfferChoice, fix: OfferFix | null): Row {
  const { offer, terms } = choice;
  const ordered = findOrdered(row, choice);
  const price = ordered === null ? choice.unitPrice : choice.priceAt(ordered.quantity);
  const days = offer.leadTimeDays;
  const isCheapest = choice === findCheapest(row, ofRow);
  const isAny = terms.minQuantity === 1 && terms.multiple === 1;
  const choose =
    fix &&
    html`<button class="button plain" form="${rowsForm}" name="fix"
 value="${row.rowNumber}:${fix.mark}" aria-label="Choose ${nameOffer(offer)}">Choose</button>`;
  let total: Content = null;
  if (ordered !== null && price !== null && offer.stock >= ordered.quantity) {
    const { quantity, isConverted } = ordered;
    const amount = `${isConverted ? "orders" : "for"} ${formatCount(quantity)} ${offer.unitOfMeasure}`;
    const of = isConverted || quantity !== row.quantity ? sub(amount) : null;
    total = html`${formatMoney(multiplyPrice(price, quantity))}${of}`;
  }
  return {
    chosen: fix === null,
    cells: [
      html`${renderVendor(offer)}${isCheapest && html` ${renderBadge("good", "Cheapest in stock")}`}`,
      offer.condition,
      renderCertificates(offer),
      html`${renderStock(offer, ordered?.quantity)}${
        days !== null && sub(describeLeadTime(days, offer.stock))
      }`,
      isAny ? null : describeTerms(terms),
      price === null ? onRequest : `${formatMoney(price)} / ${offer.unitOfMeasure}`,
      total,
      choose ?? html`<span class="quiet">Current choice</span>`,
    ],
  };
}

function renderOffers(shown: Shown, offers: readonly OfferFix[]): Html | null {
  const { row, ofRow } = shown;
  if (offers.length === 0) return null;
  const fixOf = new Map(offers.map((fix) => [fix.choice, fix]));
  const first = ofRow.choices.slice(0, maxOffers);
  const table = renderTable({
    caption: `Offers for row ${row.rowNumber}`,
    columns: [
      { title: "Vendor", kind: "prose" },
      { title: "Condition", kind: "words", titled: true },
      { title: "Certificates", kind: "prose", titled: true },
      { title: "Stock", kind: "words", titled: true },
      { title: "Min. and packs", kind: "text", titled: true },
      { title: "Unit price", kind: "number" },
      { title: "Total", kind: "number" },
      { title: "Choose", kind: "actions" },
    ],
    rows: first.map((choice) => renderChoice(shown, choice, fixOf.get(choice) ?? null)),
  });
  const all = ofRow.choices.length;
  const more =
    all > first.length &&
    html`<p class="hint">Showing the first ${first.length} of ${formatCount(all)} offers.</p>\n`;
  return html`${table}${more}`;
}

/** Everything that a row asks for, which its line may have no room for, and sentences on it. */
function renderWish({ row, state }: Shown, more: readonly Content[]): Html {
  const { certificate, condition, neededBy, remark, rowNumber } = row;
  const name = `condition-${rowNumber}`;
  const accepted = listAccepted(condition);
  const field = renderCellField(state, {
    name,
    label: `Condition of row ${rowNumber}`,
    form: rowsForm,
    width: Math.max(state.value(name).length, 16),
    maxLength: 100,
  });
  const definitions = renderDefinitions([
    { term: "Condition and certificate", value: field },
    { term: "Accepted", value: accepted.length < 2 ? null : accepted.join(" or ") },
    { term: "Quantity", value: textsOfRow(row).quantity || null },
    { term: "Certificate", value: certificate && nameCertificates(certificate) },
    { term: "Needed by", value: neededBy && renderDay(neededBy) },
    { term: "Requested", value: writeRowRequest(row).join(" · ") || null },
    { term: "Remark", value: remark },
  ]);
  const sentences = more.filter((one) => one).map((one) => html`<p>${one}</p>\n`);
  return html`${definitions}${sentences}`;
}

/**
 * What a row asks for and can choose from, and the button that opens it. A popover: it needs no
 * script, and Esc or a click beside it close it.
 */
function renderPanel(shown: Shown, fixes: readonly Fix[], more: readonly Content[]) {
  const { row, ofRow } = shown;
  const { rowNumber, partNumber, offerId } = row;
  const id = `offers-${rowNumber}`;
  const offers = fixes.filter((fix) => fix.kind === "offer");
  const others = fixes.filter((fix) => fix.kind !== "offer");
  const [isChosen, hasChoices] = [offerId !== null, ofRow.choices.length > 0];
  const count = `${fixes.length} ${fixes.length === 1 ? "offer" : "offers"}`;
  const ofOffers =
    isChosen && hasChoices ? `Other offers (${fixes.length})` : `Choose from ${count}`;
  const text = others.length > 0 ? `Choose from ${fixes.length}` : ofOffers;
  const isQuiet = fixes.length === 0 || isChosen;
  const button = html`<button class="button ${isQuiet ? "ghost" : "plain"}" type="button"
 popovertarget="${id}" aria-label="${fixes.length === 0 ? "Details" : text} for row ${rowNumber}">${
   isQuiet ? renderIcon("pencil") : "Choose"
 }</button>`;
  const isPart = partNumber !== null && hasChoices;
  const title = isPart ? html`<a href="${partAddress(partNumber)}">${partNumber}</a>` : partNumber;
  const points = others.map((fix) => {
    const about =
      fix.kind === "split"
        ? describeSplit(fix.split)
        : fix.kind === "number" && describeSuggested(fix.part);
    return html`<li>${renderFix(shown, fix)}${about && html` ${about}`}</li>\n`;
  });
  const panel = html`<div class="offers" id="${id}" popover tabindex="-1" autofocus role="dialog"
 aria-label="Row ${rowNumber}">
<header><h2>Row ${rowNumber}: <span class="pn">${title}</span></h2><button
 class="button ghost" type="button" popovertarget="${id}" popovertargetaction="hide"
 aria-label="Close">${renderIcon("x")}</button></header>
${renderWish(shown, more)}${renderOffers(shown, offers)}${
  points.length > 0 && html`<ul>\n${points}</ul>\n`
}</div>
`;
  return { button, panel };
}

/** Short fixes that are buttons of the row; the others are in its panel. */
const maxButtons = 3;

/** The fixes that a row shows as buttons; offers and several parts are compared in its panel. */
function listButtons(fixes: readonly Fix[], { row, ofRow }: Shown): Fix[] {
  const short = fixes.filter(({ kind }) => kind !== "offer" && kind !== "remove");
  const offers = fixes.filter(({ kind }) => kind === "offer");
  if (offers.length === 1 && short.length === 0 && row.offerId === null) return offers;
  const isCompared = ofRow.suggested.length > 1;
  return short.filter(({ kind }) => kind !== "number" || !isCompared).slice(0, maxButtons);
}

function renderFixes(shown: Shown): Html {
  const { row, ofRow, now } = shown;
  const { rowNumber, offerId } = row;
  const fixes = planFixes(row, ofRow, now);
  const buttons = listButtons(fixes, shown);
  const rest = fixes.filter((one) => !buttons.includes(one) && one.kind !== "remove");
  const reason = describeReason(row);
  // Other rows that would order the same offer: it may be meant once.
  const takers = offerId === null ? [] : (ofRow.takers.get(offerId) ?? []);
  const sharing = takers.filter((one) => one !== rowNumber);
  const { button, panel } = renderPanel(shown, rest, [
    reason?.all === reason?.first ? null : reason?.all,
    row.note,
    ofRow.ended?.title,
    sharing.length > 0 &&
      `Same offer as ${sharing.length === 1 ? "row" : "rows"} ${sharing.join(", ")}.`,
    renderRowQuote(shown),
  ]);
  const isClear = buttons.length === 1 && rest.length === 0;
  // What may be another part is not the main thing to press.
  const isOther = buttons.some((fix) => fix.kind === "number" && !fix.part.isMeant);
  const look = isClear && !isOther ? "primary" : "plain";
  const [first] = buttons;
  const pieces = first?.kind === "split" ? sub(describeSplit(first.split)) : null;
  const pressed = buttons.map((fix) => renderFix(shown, fix, look));
  const remove = html`<button class="button ghost danger" form="${rowsForm}" name="fix"
 value="${rowNumber}:remove" aria-label="Remove row ${rowNumber}">${renderIcon("x")}</button>`;
  return html`<div class="fixes">${renderState(shown)}${pieces}<span class="buttons">${pressed}${button}${remove}</span></div>${panel}`;
}

export function renderListRow(row: ListRow, setting: RowSetting): Row {
  const { rowNumber, partNumber } = row;
  const ofRow = setting.facts.of(row);
  const { named, choices, suggested } = ofRow;
  const [only, ...others] = choices.length > 0 ? choices : suggested.map((part) => part.choice);
  const texts = textsOfRow(row);
  const fresh = freshForm({
    [`number-${rowNumber}`]: texts.partNumber,
    [`quantity-${rowNumber}`]: texts.quantity,
    [`condition-${rowNumber}`]: texts.condition,
  });
  const state = setting.refused.get(rowNumber) ?? { ...fresh, prefix: "row" };
  const choice = named ?? (others.length > 0 ? null : (only ?? null));
  const shown: Shown = { ...setting, row, ofRow, choice, state };
  const isAdded = row.state === "added";
  const number = renderCellField(state, {
    name: `number-${rowNumber}`,
    label: `Part number of row ${rowNumber}`,
    form: rowsForm,
    ...{ width: 18, maxLength: 200, code: true },
  });
  const quantity = renderCellField(state, {
    name: `quantity-${rowNumber}`,
    label: `Quantity of row ${rowNumber}`,
    form: rowsForm,
    ...{ width: 6, maxLength: 40, digits: true },
  });
  const was = html`<input type="hidden" name="was-${rowNumber}" form="${rowsForm}"
 value="${markTexts(texts)}">`;
  return {
    id: `row-${rowNumber}`,
    cells: [
      formatCount(rowNumber),
      html`${isAdded ? partNumber : html`${was}${number}`}${sub(describePart(shown))}`,
      renderOffer(shown),
      renderSupply(shown),
      html`${isAdded ? formatCount(row.quantity ?? 0) : quantity}${sub(describeAsked(row))}`,
      renderPrice(shown),
      isAdded
        ? html`<div class="fixes">${renderState(shown)}${renderRowQuote(shown)}</div>`
        : renderFixes(shown),
    ],
  };
}
