// What a draft is a copy of, what was not copied, which prices changed, and which draft was current
// before.
import { formatWire } from "../../components/orderTimeline.ts";
import { type Definition, renderDefinitions } from "../../html/definitions.ts";
import { renderForm } from "../../html/form.ts";
import { type Content, closeBidi, type Html, html } from "../../html/html.ts";
import { renderDay, renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { formatPoNumber, type StoredOrder, shortOrderName } from "../../orders/order.ts";
import type { LineChange, NotCopied, OrderEvent } from "../../orders/orderEvent.ts";
import { selectOrder } from "../../orders/queries.ts";
import { orderAddress } from "../addresses.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { renderDuplicateForm } from "./duplicateForm.ts";
import { texts } from "./texts.ts";

/** In the address of a copy to which a second duplication of its order led. */
export const existingCopy = "copied";

/** The lines of either list that are shown. */
const maxShown = 50;

function join(texts: readonly Content[], separator: string): Content {
  return texts.map((one, place) => html`${place === 0 ? null : separator}${one}`);
}

function nameNotCopied({ poNumber, shipTo, notes, lines = [] }: NotCopied): Html | null {
  const [remarks, days] = (["remark", "neededBy"] as const).map(
    (field) => lines.filter((line) => line[field] !== undefined).length,
  );
  const names = [
    poNumber && closeBidi(formatPoNumber(poNumber)),
    shipTo && texts.copy.shipTo,
    notes && texts.copy.notes,
    remarks && texts.copy.remarks(remarks),
    days && texts.copy.days(days),
  ].filter(Boolean);
  return names.length === 0 ? null : texts.copy.notCopied(join(names, ", "));
}

function listNotCopied({ shipTo, notes, lines = [] }: NotCopied): Definition[] {
  const ofLines = lines.slice(0, maxShown).map(({ partNumber, remark, neededBy }) => {
    const written = [
      ...(neededBy === undefined ? [] : [texts.copy.neededBy(renderDay(neededBy))]),
      ...(remark === undefined ? [] : [html`<span class="typed">${remark}</span>`]),
    ];
    return { term: partNumber, value: join(written, "; ") };
  });
  const ofOrder = [
    { term: texts.order.shipTo, text: shipTo },
    { term: texts.order.notes, text: notes },
  ].flatMap(({ term, text }) =>
    text === undefined ? [] : [{ term, value: html`<span class="typed">${text}</span>` }],
  );
  return [...ofOrder, ...ofLines];
}

function listPrices(lines: readonly LineChange[]): Definition[] {
  return lines.slice(0, maxShown).flatMap(({ partNumber, unitPrice }) => {
    if (unitPrice === undefined) return [];
    const value = texts.copy.price(formatWire(unitPrice.before), formatWire(unitPrice.after));
    return [{ term: partNumber, value }];
  });
}

function renderFolded(title: string, definitions: readonly Definition[], all: number): Content {
  if (definitions.length === 0) return null;
  const more = all > maxShown && html`<p>${texts.copy.more(all - maxShown)}</p>\n`;
  return html`<details><summary>${title}</summary>
${renderDefinitions(definitions)}${more}</details>
`;
}

/** The form that makes the draft current again that was so before the copy; null if none was. */
async function renderSwitchBack(
  { db }: PortalContext,
  { signedIn }: Visit,
  { details, actorId }: OrderEvent,
): Promise<Html | null> {
  const { account, user, viewedBy } = signedIn;
  const { draftBefore } = details;
  if (draftBefore === undefined || actorId !== user.userId || viewedBy !== undefined) return null;
  const before = await selectOrder(db, account.accountId, draftBefore);
  if (before?.status !== "draft") return null;
  const name = closeBidi(shortOrderName(before));
  const text = texts.copy.switchBack(name);
  const form = renderForm({ action: orderAddress(draftBefore, "/current"), button: { text } });
  return html`<p>${texts.copy.before(name)}</p>\n${form}`;
}

/** On the page of a draft that duplicates an order; null on other pages. */
export async function renderCopiedFrom(
  context: PortalContext,
  visit: Visit,
  copy: StoredOrder,
  [made]: readonly OrderEvent[],
): Promise<Html | null> {
  const { orderId, status, version } = copy;
  if (made?.details.from === undefined || status !== "draft") return null;
  const { from, fromNumber, lines: prices = [] } = made.details;
  const { notCopied = {} } = made.details;
  const isCurrent = visit.signedIn.draft?.orderId === orderId;
  const link = html`<a href="${orderAddress(from)}">${fromNumber ?? from}</a>`;
  const isExisting = visit.query.text("done") === existingCopy && version === made.version;
  const plain = isCurrent ? texts.copy.currentTitle(link) : texts.copy.title(link);
  const title = isExisting ? texts.copy.existing(link, renderMoment(made.at)) : plain;
  const mayDuplicate = isExisting && visit.signedIn.viewedBy === undefined;
  const names = nameNotCopied(notCopied);
  const body = html`${[
    mayDuplicate && renderDuplicateForm({ orderId: from }, { text: texts.copy.again }, true),
    prices.length > 0 && html`<p>${texts.copy.prices(prices.length)}</p>\n`,
    renderFolded(texts.copy.showPrices, listPrices(prices), prices.length),
    names && html`<p>${names}</p>\n`,
    renderFolded(texts.copy.showNotCopied, listNotCopied(notCopied), notCopied.lines?.length ?? 0),
    isCurrent && (await renderSwitchBack(context, visit, made)),
  ]}`;
  return renderNotice("neutral", title, body);
}
