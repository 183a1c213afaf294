// A date of a row that can mean several days: a warning, and a button for each day that has not
// passed.
import { formatDay } from "../../../day.ts";
import { type Html, html } from "../../../html/html.ts";
import { firstNeededDay } from "../../../orders/lineInstructions.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import { listMeantDays } from "../../../quickOrders/written/rowInstructions.ts";
import { rowsForm } from "../rowSetting.ts";
import { texts } from "./texts.ts";

const nameDay = (day: string) => formatDay(new Date(day));

function findDays({ unread, state }: RowOnPage, now: Date) {
  const days = state === "added" ? [] : listMeantDays(unread, now);
  if (days.length === 0) return null;
  const first = firstNeededDay(now);
  return { written: unread.day ?? "", days: days.filter((day) => day >= first) };
}

export function warnOfDay(row: RowOnPage, now: Date): Html | null {
  const unclear = findDays(row, now);
  if (unclear === null) return null;
  const { written, days } = unclear;
  const warning =
    days.length === 0
      ? texts.passedDay(written)
      : texts.unclearDay(written, days.map(nameDay).join(" or "));
  return html`<span class="short">${warning}</span>`;
}

export function renderDayButtons(row: RowOnPage, now: Date): Html | null {
  const unclear = findDays(row, now);
  if (unclear === null) return null;
  const buttons = unclear.days.map(
    (day) => html`<button class="button plain" form="${rowsForm}" name="fix"
 value="${row.rowNumber}:day:${day}">${texts.useDay(nameDay(day))}</button>`,
  );
  return html`${buttons}`;
}
