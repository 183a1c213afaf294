// Lists of the portal's buyer: pasted, checked, corrected, and added to drafts.
import type { ListRow } from "../../src/quickOrders/orderList.ts";
import { app, buyer } from "./portal.ts";
import { listIdOf, pasteCheckedList, readListRows } from "./sendList.ts";
import { idIn, read, readField, submit } from "./steps.ts";

/** Pastes rows and checks them completely; the address of the list. */
export function paste(rows: string | readonly string[], by = buyer): Promise<string> {
  return pasteCheckedList(app, by, typeof rows === "string" ? rows : rows.join("\n"));
}

/** Every row of the list at an address. */
export function readRows(list: string): Promise<ListRow[]> {
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

function decode(text: string): string {
  const plain = text.replace(/<\/(?:td|th|span|p|dd|dt)>|<br>/g, " ").replace(/<[^>]*>/g, "");
  const decoded = plain.replace(/&#(\d+);/g, (_, code: string) =>
    String.fromCodePoint(Number(code)),
  );
  return decoded.replaceAll("\u00a0", " ").replace(/\s+/g, " ").trim();
}

/** The markup of a row of a page, with its panel. */
function rowMarkup(body: string, row: number): string {
  const [, markup = ""] =
    new RegExp(`id="row-${row}"([\\s\\S]*?)(?=id="row-\\d+"|$)`).exec(body) ?? [];
  return markup.split("<footer>")[0] ?? "";
}

/** What a row shows, as a person reads it; what its panel says comes last. */
export function textOfRow(body: string, row: number): string {
  return decode(`<i ${rowMarkup(body, row)}`);
}

export type RowButton = { readonly value: string; readonly text: string };

/** The buttons of a row and of its panel; "Choose" has the text of its offer. */
function listButtons(body: string, row: number): RowButton[] {
  const markup = rowMarkup(body, row);
  const found = [
    ...markup.matchAll(/<button[^>]*name="fix"\s+value="([^"]*)"[^>]*>([\s\S]*?)<\/button>/g),
  ];
  return found.map((one) => {
    const [, value = "", text = ""] = one;
    const label = /aria-label="([^"]*)"/.exec(one[0])?.[1] ?? "";
    const start = markup.lastIndexOf("<tr", one.index);
    const isOffer = value.includes(":offer:") && text === "Choose" && start !== -1;
    const shown = isOffer ? markup.slice(start, one.index) : text;
    return { value: decode(value), text: decode(shown) || decode(label) };
  });
}

/** The fields of a row as a page shows them. */
export function fieldsOfRow(body: string, row: number): Readonly<Record<string, string>> {
  const names = ["number", "quantity", "condition", "was"].map((name) => `${name}-${row}`);
  return Object.fromEntries(names.map((name) => [name, decode(readField(body, name))]));
}

/** The button of a row of which the text begins so. */
export function findButton(body: string, row: number, text: string): RowButton {
  const buttons = listButtons(body, row);
  const found = buttons.find((one) => one.text.startsWith(text));
  if (found !== undefined) return found;
  throw new Error(
    `Row ${row} has no "${text}", but ${JSON.stringify(buttons.map((one) => one.text))}`,
  );
}

/** Presses a button of a row, with what its fields show or with what is typed into them. */
export async function press(list: string, row: number, text: string, typed = {}, by = buyer) {
  const body = await read(`${list}?show=all`);
  const { value } = findButton(body, row, text);
  const form = { ...fieldsOfRow(body, row), show: "all", fix: value, ...typed };
  return by.post(`${list}/rows`, form);
}

/** Types a quantity into a row. */
export async function typeQuantity(list: string, row: number, quantity: string) {
  const body = await read(`${list}?show=all`);
  const form = { ...fieldsOfRow(body, row), show: "all", [`quantity-${row}`]: quantity };
  return buyer.post(`${list}/rows`, form);
}

export type SeveralGroup = {
  readonly title: string;
  /** The texts of its rows, and the values of their boxes. */
  readonly rows: readonly string[];
  readonly boxes: readonly string[];
};

/** What can be done for several rows of a list. */
export async function readSeveral(list: string): Promise<SeveralGroup[]> {
  const body = await read(`${list}/several`);
  return body
    .split('<section class="card')
    .slice(1)
    .map((card) => {
      const rows = [
        ...card.matchAll(/<tr role="row"><td role="cell" class="pick">([\s\S]*?)<\/tr>/g),
      ];
      return {
        title: decode(/<h2[^>]*>([\s\S]*?)<\/h2>/.exec(card)?.[1] ?? ""),
        rows: rows.map(([, row = ""]) => decode(row)),
        boxes: rows.map(([, row = ""]) => decode(/value="([^"]*)"/.exec(row)?.[1] ?? "")),
      };
    });
}

/** Fixes all rows of the groups of which the title begins so; what the list says then. */
export async function fixSeveral(list: string, title: string): Promise<string> {
  const groups = (await readSeveral(list)).filter((one) => one.title.startsWith(title));
  return sendSeveral(
    list,
    groups.flatMap(({ boxes }) => boxes),
  );
}

/** Sends checked boxes; the address that it leads to. */
export async function sendSeveral(list: string, boxes: readonly string[]): Promise<string> {
  const form = new URLSearchParams(boxes.map((box) => ["fix", box]));
  return submit(`${list}/several`, form);
}
