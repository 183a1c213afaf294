import { statusWords } from "../../components/nameOrder.ts";
import { renderActions, renderButton } from "../../html/form.ts";
import { closeBidi, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import type { SameList } from "../../quickOrders/repeated/sameListQueries.ts";
import type { QuoteRequestId } from "../../quoteRequests/quoteRequest.ts";
import { orderAddress, quoteAddress } from "../addresses.ts";
import { texts as quoteTexts } from "../quoteRequests/texts.ts";
import { formatListAddress } from "./listView.ts";
import { reuseField } from "./readSentRows.ts";
import { rowsForm } from "./rowSetting.ts";
import { texts } from "./texts.ts";

/** The button that uses the choices of a list; it is a part of the form of the rows. */
function renderReuse({ listId, name, choices }: SameList): Html | null {
  if (choices === 0) return null;
  const text = texts.sameList.reuse(closeBidi(name));
  return renderActions(renderButton({ text, name: reuseField, value: listId, form: rowsForm }));
}

function joinLinks(links: readonly Html[]): Html | null {
  return links.length === 0
    ? null
    : html`${links.map((link, at) => html`${at > 0 && ", "}${link}`)}`;
}

function renderSameList(list: SameList): Html {
  const { listId, name, createdAt, createdBy, isSame, orders, requests } = list;
  const href = formatListAddress(listId, { show: "all", after: 0 });
  const named = html`<a href="${href}">${name}</a>`;
  const ordered = orders.map(({ orderId, orderNumber, status }) => {
    const link = html`<a href="${orderAddress(orderId)}">${orderNumber}</a>`;
    return texts.sameList.named(link, statusWords[status][1]);
  });
  const requested = requests.map(({ requestId, requestNumber, state }) => {
    const link = html`<a href="${quoteAddress(requestId as QuoteRequestId)}">${requestNumber}</a>`;
    return texts.sameList.named(link, quoteTexts.states[state]);
  });
  const [inOrders, sent] = [joinLinks(ordered), joinLinks(requested)];
  const words = [
    texts.sameList.sentence(isSame, named, createdBy, renderMoment(createdAt)),
    inOrders && texts.sameList.orders(inOrders),
    sent && texts.sameList.requests(sent),
  ];
  return html`<p>${words}</p>
${renderReuse(list)}`;
}

/** The newest list; what is said of the others is folded, because the rows come below. */
function renderNewest(lists: readonly SameList[]): Html {
  const [first, ...others] = lists.map(renderSameList);
  const more =
    others.length > 0 &&
    html`<details>
<summary>${texts.sameList.more(others.length)}</summary>
${others}</details>
`;
  return html`${first}${more}`;
}

/**
 * Warns that other lists with the same rows were ordered or quoted. One with other quantities is
 * only named if its choices can be used and no list with the same rows has any. The script replaces
 * it.
 */
export function renderSameLists(lists: readonly SameList[]): Html | null {
  const same = lists.filter(({ isSame }) => isSame);
  const isReusable = same.some(({ choices }) => choices > 0);
  const others = isReusable ? [] : lists.filter(({ isSame, choices }) => !isSame && choices > 0);
  if (same.length + others.length === 0) return null;
  const { title, partsTitle } = texts.sameList;
  const notices = [
    same.length > 0 && renderNotice("short", title, renderNewest(same)),
    others.length > 0 && renderNotice("neutral", partsTitle, renderNewest(others)),
  ];
  return html`<div id="list-same">${notices}</div>\n`;
}
