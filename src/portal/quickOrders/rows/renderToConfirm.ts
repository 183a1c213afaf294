import { formatCount } from "../../../html/amount.ts";
import { type Html, html } from "../../../html/html.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import { partAddress } from "../../addresses.ts";
import type { RowSetting } from "../rowSetting.ts";
import { texts } from "./texts.ts";

/** The part that a row means if its number is confirmed; null if there is none to confirm. */
export function renderToConfirm({ rowNumber }: RowOnPage, { offers }: RowSetting): Html | null {
  const partNumber = offers.toConfirm.get(rowNumber);
  const offer = offers.suggested.get(partNumber ?? "");
  if (partNumber === undefined || offer === undefined) return null;
  const name = offer.title ?? offer.partName ?? partNumber;
  const facts = [offer.condition, texts.inStock(formatCount(offer.stock)), offer.vendor];
  return html` <span class="sub"><a href="${partAddress(partNumber)}">${name}</a> ·
 ${facts.join(" · ")}</span>`;
}
