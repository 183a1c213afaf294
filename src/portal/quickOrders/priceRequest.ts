// One request for all prices that a list lacks: an e-mail with its text, and the text to copy.
import { nameCertificates } from "../../catalog/nameCertificates.ts";
import type { OfferId } from "../../catalog/partId.ts";
import type { ListedOffer } from "../../catalog/search/listedOffer.ts";
import { selectListedOffers } from "../../catalog/search/listedQueries.ts";
import { mailTo } from "../../components/mailTo.ts";
import { formatDay, utcDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { type Html, html } from "../../html/html.ts";
import type { ListSummary, OrderList } from "../../quickOrders/orderList.ts";
import { type RowOnPage, selectRowsOnPage } from "../../quickOrders/pageQueries.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { texts } from "./texts.ts";

/** `lines` are those of the first rows without a price, of `count` in the list. */
export type PriceRequest = {
  readonly email: string;
  readonly list: string;
  readonly account: string;
  readonly count: number;
  readonly lines: readonly string[];
};

const maxLines = 200;
/** Mail programs refuse addresses of more than about 2,000 characters. */
const maxMailLength = 1_800;

function describeRow(row: RowOnPage, offer: ListedOffer | undefined): string {
  const { rowNumber, partNumber, quantity, quantityText, certificate, neededBy } = row;
  const unit = offer?.unitOfMeasure ?? "";
  const amount = quantity === null ? quantityText : `${formatCount(quantity)} ${unit}`.trim();
  const { request } = texts;
  const facts = [
    request.row(rowNumber, partNumber ?? ""),
    amount === "" ? request.noQuantity : amount,
    offer?.condition ?? row.condition ?? [],
    certificate === null ? [] : request.certificate(nameCertificates(certificate)),
    neededBy === null ? [] : request.neededBy(formatDay(new Date(neededBy))),
    offer?.vendor ?? [],
  ];
  return facts.flat().join(", ");
}

/** The prices to request for a list; null if none are missing, or if it is still checked. */
export async function loadPriceRequest(
  { db, replica, supportEmail }: PortalContext,
  { signedIn: { account }, now }: Visit,
  { listId, name }: OrderList,
  { states }: ListSummary,
): Promise<PriceRequest | null> {
  if (states.on_request === 0 || states.waiting > 0) return null;
  const rows = await selectRowsOnPage(db, listId, ["on_request"], 0, maxLines);
  const ids = rows.flatMap(({ offerId }) => offerId ?? []);
  const offers = replica.read((view) => selectListedOffers(view, ids, utcDay(now)));
  const offerOf = new Map<OfferId | null, ListedOffer>(offers.map((one) => [one.offerId, one]));
  const lines = rows.map((row) => describeRow(row, offerOf.get(row.offerId)));
  const asked = { email: supportEmail, list: name, account: account.name };
  return { ...asked, count: states.on_request, lines };
}

function writeText({ list, account, count, lines }: PriceRequest, shown = lines.length): string {
  const some = lines.slice(0, shown);
  const more = count === some.length ? [] : texts.request.more(count - some.length);
  return [texts.request.opening(list), "", ...some, more, "", account].flat().join("\n");
}

/** The address of an e-mail with as many rows as it can have. */
function writeMail(asked: PriceRequest): string {
  const subject = texts.request.subject(asked.list, asked.count);
  const address = (shown: number) => mailTo(asked.email, subject, writeText(asked, shown));
  let shown = asked.lines.length;
  while (shown > 1 && address(shown).length > maxMailLength) shown -= 1;
  return address(shown);
}

/** The script replaces it. */
export function renderPriceRequest(asked: PriceRequest | null): Html {
  if (asked === null) return html`<div id="list-prices" hidden></div>\n`;
  const { button, sentence, copy, label } = texts.request;
  return html`<div id="list-prices">
<p>${sentence(asked.email)} <a class="button plain" href="${writeMail(asked)}">${button(
    asked.count,
  )}</a></p>
<details><summary>${copy}</summary>
${renderCodeBlock(label, writeText(asked))}</details>
</div>
`;
}
