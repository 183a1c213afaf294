// A date of a row that can mean several days: a warning, and a button for each day.
import { formatDay } from "../../../day.ts";
import { type Html, html } from "../../../html/html.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import { findUnclearDay } from "../../../quickOrders/written/rowInstructions.ts";
import { rowsForm } from "../rowSetting.ts";
import { texts } from "./texts.ts";

const nameDay = (day: string) => formatDay(new Date(day));

export function warnOfDay({ remark, state }: RowOnPage): Html | null {
  const unclear = state === "added" ? null : findUnclearDay(remark);
  if (unclear === null) return null;
  const days = unclear.days.map(nameDay).join(" or ");
  return html`<span class="short">${texts.unclearDay(unclear.written, days)}</span>`;
}

export function renderDayButtons({ rowNumber, remark, state }: RowOnPage): Html | null {
  const unclear = state === "added" ? null : findUnclearDay(remark);
  if (unclear === null) return null;
  const buttons = unclear.days.map(
    (day) => html`<button class="button plain" form="${rowsForm}" name="fix"
 value="${rowNumber}:day:${day}">${texts.useDay(nameDay(day))}</button>`,
  );
  return html`${buttons}`;
}
