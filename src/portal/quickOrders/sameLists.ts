import { statusWords } from "../../components/nameOrder.ts";
import { renderActions, renderButton } from "../../html/form.ts";
import { closeBidi, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import type { SameList } from "../../quickOrders/repeated/sameListQueries.ts";
import { orderAddress } from "../addresses.ts";
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

function renderSameList(list: SameList): Html {
  const { listId, name, createdAt, createdBy, orders } = list;
  const href = formatListAddress(listId, { show: "all", after: 0 });
  const named = html`<a href="${href}">${name}</a>`;
  const links = orders.map(({ orderId, orderNumber, status }, place) => {
    const link = html`<a href="${orderAddress(orderId)}">${orderNumber}</a>`;
    return html`${place > 0 && ", "}${texts.sameList.order(link, statusWords[status][1])}`;
  });
  const words = texts.sameList.sentence(named, createdBy, renderMoment(createdAt), html`${links}`);
  return html`<p>${words}</p>
${renderReuse(list)}`;
}

/** Warns that other lists with the same rows were ordered. The script replaces it. */
export function renderSameLists(lists: readonly SameList[]): Html | null {
  if (lists.length === 0) return null;
  const notice = renderNotice("short", texts.sameList.title, html`${lists.map(renderSameList)}`);
  return html`<div id="list-same">${notice}</div>\n`;
}
