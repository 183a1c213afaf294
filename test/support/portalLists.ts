// Lists of the portal's buyer: pasted, checked, corrected, and added to drafts.
import type { RowOnPage } from "../../src/quickOrders/pageQueries.ts";
import { app, buyer } from "./portal.ts";
import { listIdOf, pasteCheckedList, readListRows } from "./sendList.ts";
import { idIn, read, readField, submit } from "./steps.ts";

/** Pastes rows and checks them completely; the address of the list. */
export function paste(rows: string | readonly string[], by = buyer): Promise<string> {
  return pasteCheckedList(app, by, typeof rows === "string" ? rows : rows.join("\n"));
}

/** Every row of the list at an address. */
export function readRows(list: string): Promise<RowOnPage[]> {
  return readListRows(app.database.db, listIdOf(list));
}

/** A list with all its rows, as the buyer sees it. */
export function showAll(list: string): Promise<string> {
  return read(`${list}?show=all`);
}

/** The form of a page with one row; what it showed before was different. */
export function rowForm(row: number, number: string, quantity: string, more = {}) {
  const texts = { [`number-${row}`]: number, [`quantity-${row}`]: quantity };
  return { ...texts, [`condition-${row}`]: "", [`was-${row}`]: "", show: "all", ...more };
}

/** Adds the ready rows of a list to new drafts; where that leads. */
export async function addRows(list: string): Promise<string> {
  const version = readField(await showAll(list), "version");
  return submit(`${list}/add`, { version, draft: "" });
}

/** As `addRows`; the address of the draft, the largest if there are several. */
export async function draftOf(list: string): Promise<string> {
  return `/orders/${idIn(await addRows(list))}`;
}

/** Some fields of each row, as one text. */
export function pick<Row>(rows: readonly Row[], ...names: readonly (keyof Row)[]): string[] {
  return rows.map((row) => names.map((name) => String(row[name])).join(" "));
}
