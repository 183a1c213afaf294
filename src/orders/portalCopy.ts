import { randomUUID } from "node:crypto";
import { formatCounted } from "../html/amount.ts";
import { type Definition, renderDefinitions } from "../html/definitions.ts";
import { type Button, renderForm } from "../html/form.ts";
import { type Content, closeBidi, type Html, html } from "../html/html.ts";
import { renderDay, renderMoment } from "../html/moment.ts";
import { renderNotice } from "../html/notice.ts";
import { orderAddress } from "../portal/addresses.ts";
import type { PortalContext, Visit } from "../portal/portalContext.ts";
import { formatPoNumber, type OrderId, type StoredOrder, shortOrderName } from "./order.ts";
import type { LineChange, NotCopied, OrderEvent } from "./orderEvent.ts";
import { selectOrder } from "./queries.ts";
import { formatWire } from "./sharedOrders.ts";

/**
 * The form that duplicates an order once, on its page and in its row of a list; `again` beside a
 * copy that nobody has changed.
 */
export function renderDuplicateForm(
  { orderId }: { readonly orderId: OrderId },
  button: Button,
  again = false,
): Html {
  return renderForm({
    action: orderAddress(orderId, "/duplicate"),
    hidden: { form: randomUUID(), ...(again && { again: "yes" }) },
    button,
  });
}

// What a draft is a copy of, what was not copied, which prices changed, and which draft was current
// before.

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
    shipTo && "ship-to address",
    notes && "notes",
    remarks && `remarks (${formatCounted(remarks, "line")})`,
    days && `needed-by dates (${formatCounted(days, "line")})`,
  ].filter(Boolean);
  return names.length === 0 ? null : html`Not copied: ${join(names, ", ")}.`;
}

function listNotCopied({ shipTo, notes, lines = [] }: NotCopied): Definition[] {
  const ofLines = lines.slice(0, maxShown).map(({ partNumber, remark, neededBy }) => {
    const written = [
      ...(neededBy === undefined ? [] : [html`needed by ${renderDay(neededBy)}`]),
      ...(remark === undefined ? [] : [html`<span class="typed">${remark}</span>`]),
    ];
    return { term: partNumber, value: join(written, "; ") };
  });
  const ofOrder = [
    { term: "Ship to", text: shipTo },
    { term: "Notes", text: notes },
  ].flatMap(({ term, text }) =>
    text === undefined ? [] : [{ term, value: html`<span class="typed">${text}</span>` }],
  );
  return [...ofOrder, ...ofLines];
}

function listPrices(lines: readonly LineChange[]): Definition[] {
  return lines.slice(0, maxShown).flatMap(({ partNumber, unitPrice }) => {
    if (unitPrice === undefined) return [];
    const value = `${formatWire(unitPrice.after)}, was ${formatWire(unitPrice.before)}`;
    return [{ term: partNumber, value }];
  });
}

function renderFolded(title: string, definitions: readonly Definition[], all: number): Content {
  if (definitions.length === 0) return null;
  const more = all > maxShown && html`<p>${formatCounted(all - maxShown, "more line")}</p>\n`;
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
  const text = `Switch back to ${name}`;
  const form = renderForm({ action: orderAddress(draftBefore, "/current"), button: { text } });
  return html`<p>Parts you add go into this draft, no longer into ${name}.</p>\n${form}`;
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
  const plain = isCurrent ? html`Copy of ${link}, now your current draft` : html`Copy of ${link}`;
  const title = isExisting
    ? html`${link} was already duplicated ${renderMoment(made.at)}. This is the copy, unchanged.`
    : plain;
  const mayDuplicate = isExisting && visit.signedIn.viewedBy === undefined;
  const names = nameNotCopied(notCopied);
  const body = html`${[
    mayDuplicate && renderDuplicateForm({ orderId: from }, { text: "Duplicate again" }, true),
    prices.length > 0 &&
      html`<p>Today's prices: ${formatCounted(prices.length, "price")} changed.</p>\n`,
    renderFolded("Show changed prices", listPrices(prices), prices.length),
    names && html`<p>${names}</p>\n`,
    renderFolded(
      "Show what was not copied",
      listNotCopied(notCopied),
      notCopied.lines?.length ?? 0,
    ),
    isCurrent && (await renderSwitchBack(context, visit, made)),
  ]}`;
  return renderNotice("neutral", title, body);
}
