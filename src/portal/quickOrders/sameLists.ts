import { statusWords } from "../../components/nameOrder.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import type { SameList } from "../../quickOrders/repeated/sameListQueries.ts";
import { orderAddress } from "../addresses.ts";
import { formatListAddress } from "./listView.ts";
import { texts } from "./texts.ts";

function renderSameList({ listId, name, createdAt, createdBy, orders }: SameList): Html {
  const href = formatListAddress(listId, { show: "all", after: 0 });
  const list = html`<a href="${href}">${name}</a>`;
  const links = orders.map(({ orderId, orderNumber, status }, place) => {
    const link = html`<a href="${orderAddress(orderId)}">${orderNumber}</a>`;
    return html`${place > 0 && ", "}${texts.sameList.order(link, statusWords[status][1])}`;
  });
  const words = texts.sameList.sentence(list, createdBy, renderMoment(createdAt), html`${links}`);
  return html`<p>${words}</p>`;
}

/** Warns that other lists with the same rows were ordered; null if none were. */
export function renderSameLists(lists: readonly SameList[]): Html | null {
  if (lists.length === 0) return null;
  return renderNotice("short", texts.sameList.title, html`${lists.map(renderSameList)}`);
}
