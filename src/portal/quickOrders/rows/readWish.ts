// What a row of a form asks for: what was typed, and the remedy that was chosen.
import { selectTradeCodes } from "../../../catalog/codeQueries.ts";
import { limits } from "../../../contract/limits.ts";
import type { RowEdit } from "../../../quickOrders/editRow.ts";
import { readUnitCell } from "../../../quickOrders/listColumns.ts";
import type { OrderList } from "../../../quickOrders/orderList.ts";
import { selectRowsByNumber } from "../../../quickOrders/pageQueries.ts";
import { toListCodes } from "../../../quickOrders/toListCodes.ts";
import { takeSuggestion } from "../../../reading/beside.ts";
import type { PortalContext, Visit } from "../../portalContext.ts";
import type { SentRow } from "../readSentRows.ts";

type Wish = Pick<RowEdit, "texts" | "choice" | "remedy" | "keepsWish" | "rest">;

/** "400 FT:329:…": 400 FT are ordered for 329, of the offer of the `part_id` if one follows. */
const convertedPattern = /^([1-9]\d{0,6}) ([^:]{1,20}):([1-9]\d{0,6})(?::(.*))?$/s;

function readConverted(
  { partIds }: PortalContext,
  { signedIn }: Visit,
  { texts }: SentRow,
  value: string,
): Wish {
  const plain = { texts, choice: undefined };
  const [, quantity, unit = "", asked, partId] = convertedPattern.exec(value) ?? [];
  if (quantity === undefined || Number(asked) > limits.quantity) return plain;
  const opened =
    partId === undefined ? undefined : partIds.open(signedIn.account.accountId, partId);
  // Without its offer, nobody chose that unit.
  if (partId !== undefined && opened === undefined) return plain;
  const counts = { quantity: Number(quantity), asked: Number(asked) };
  return { texts, choice: opened?.offerId, remedy: { kind: "converted", unit, ...counts } };
}

/** "100:30:…": 100 are ordered for 30, to fill packs, of the offer of the `part_id`. */
function readRounded(
  { partIds }: PortalContext,
  { signedIn }: Visit,
  { texts }: SentRow,
  value: string,
): Wish {
  const [, text = "", asked, partId = ""] =
    /^([1-9]\d{0,6}):([1-9]\d{0,6}):(.*)$/s.exec(value) ?? [];
  const opened = partIds.open(signedIn.account.accountId, partId);
  // Without its offer, nobody chose that quantity.
  if (opened === undefined) return { texts, choice: undefined };
  return { texts, choice: opened.offerId, remedy: { kind: "nearest", text, asked: Number(asked) } };
}

/** "1000", or "1,200 EA:1000" if more is ordered than an unclear quantity means. */
function readNearest(value: string): RowEdit["remedy"] {
  const [, text = value, asked] = /^([^:]*):([1-9]\d{0,6})$/.exec(value) ?? [];
  return { kind: "nearest", text, ...(asked === undefined ? {} : { asked: Number(asked) }) };
}

/** The texts of a row with a suggested number, and what else is beside it. */
async function readSuggested(
  { db }: PortalContext,
  { listId, columns }: OrderList,
  { rowNumber, texts }: SentRow,
  partNumber: string,
): Promise<Pick<Wish, "texts" | "rest">> {
  const [row] = await selectRowsByNumber(db, listId, [rowNumber]);
  const codes = toListCodes(await selectTradeCodes(db));
  return takeSuggestion(texts, partNumber, readUnitCell(columns, row?.cells ?? []), codes);
}

export async function readWish(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  row: SentRow,
): Promise<Wish> {
  const { texts, fix } = row;
  const plain = { texts, choice: undefined };
  switch (fix?.name) {
    case "offer": {
      // An expired part_id still names its offer; the row is checked again anyway.
      const opened = context.partIds.open(visit.signedIn.account.accountId, fix.value);
      return { texts, choice: opened?.offerId };
    }
    case "offer_round":
      return readRounded(context, visit, row, fix.value);
    case "instead":
      return { ...plain, ...(await readSuggested(context, list, row, fix.value)) };
    case "condition":
      return { ...plain, texts: { ...texts, condition: fix.value }, keepsWish: true };
    case "nearest":
      return { ...plain, remedy: readNearest(fix.value) };
    case "convert":
    case "offer_convert":
      return readConverted(context, visit, row, fix.value);
    default:
      return plain;
  }
}
