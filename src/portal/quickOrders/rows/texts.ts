import { formatCounted } from "../../../html/amount.ts";

/** The words of the rows of a quick order. */
export const texts = {
  leftOut: {
    read: "How this list was read",
    readWithout: (lines: number) =>
      `How this list was read: ${formatCounted(lines, "line")} left out`,
    use: (line: number) => `Use line ${line}`,
  },
  partNumber: "Part number",
  quantity: "Quantity",
  condition: "Condition",
  confirm: "Confirm number",
  isNot: "Not",
  fieldOf: (label: string, row: number) => `${label} of row ${row}`,
  remove: (row: number) => `Remove row ${row}`,
  order: (quantity: string) => `Order ${quantity}`,
  orderIn: (quantity: string, unit: string) => `Order ${quantity} ${unit}`,
  packs: (quantity: string) => `packs of ${quantity}`,
  roundUp: (quantity: string) => `Round up to ${quantity}`,
  orderLess: (quantity: string) => `Order less: ${quantity}`,
  together: (quantity: string, rows: string) => `${quantity} with ${rows}`,
  togetherIn: (quantity: string, rows: string) => `${quantity} in ${rows} rows`,
  orders: (quantity: string, unit: string) => `orders ${quantity} ${unit}`,
  useOffer: "Use this offer",
  split: (pieces: readonly string[]) => `Split: ${pieces.join(", ")}`,
  splitPiece: (quantity: string, vendor: string) => `${quantity} from ${vendor}`,
  splitPrice: (quantity: string, price: string) => `${quantity} at ${price}`,
  splitFacts: (same: readonly string[], prices: readonly string[]) =>
    `Can be split. ${same.join(", ")}: ${prices.join(", ")}.`,
  blocked: {
    sentence: (pieces: readonly string[], why: string) =>
      `${pieces.join(" and ")} could cover it, but ${why}.`,
    onePapers: (vendor: string, names: string) => `only ${vendor} lists ${names}`,
    noPapers: (names: string) => `neither lists ${names}`,
    papers: "their certificates differ",
    conditions: (codes: readonly string[]) => `their conditions differ: ${codes.join(", ")}`,
    units: (codes: readonly string[]) => `they are sold in different units: ${codes.join(", ")}`,
    currencies: (codes: readonly string[]) => `their currencies differ: ${codes.join(", ")}`,
    makers: "several manufacturers make this part",
  },
  splitStale: "Stock or prices changed. Check the row, then choose again.",
  inStock: (stock: string) => `${stock} in stock`,
  otherOffers: (count: number) => formatCounted(count, "more offer"),
  offeredIn: (conditions: string) => `Offered in ${conditions}.`,
  searchFor: (name: string) => `Search "${name}"`,
  neededBy: "Needed by",
  unclearDay: (written: string, days: string) =>
    `Date “${written}” may be ${days}: choose the day. Otherwise it is only a remark.`,
  useDay: (day: string) => `Needed by ${day}`,
  remark: (text: string) => `Remark: ${text}`,
  asked: (quantity: string) => `Requested: ${quantity}.`,
  conditions: (codes: string) => `Condition requested: ${codes}.`,
  certificate: (names: string) => `Certificate requested: ${names}.`,
  otherCertificate: (names: string) =>
    `Certificate requested: ${names}. This offer doesn't list it.`,
  unknownCertificate: (wish: string) =>
    `Certificate “${wish}” isn't known here. It goes to the distributor as a remark.`,
  unknownCondition: (wish: string) =>
    `Condition “${wish}” isn't known here. It goes to the distributor as a remark.`,
  written: (quantity: string) => `In your list: “${quantity}”.`,
  use: (partNumber: string) => `Use ${partNumber}`,
  useNamed: (partNumber: string, name: string) => `Use ${partNumber}: ${name}`,
  outOfStock: (text: string) => `${text}, out of stock`,
  sameOffer: (rows: string) => `Same offer as ${rows}.`,
  rows: (numbers: readonly number[]) =>
    `${numbers.length === 1 ? "row" : "rows"} ${numbers.join(", ")}`,
  chooseOne: (count: number) => `Choose one of ${count}`,
  chooseOther: (count: number) => `Choose another (${count})`,
  choiceOf: (row: number) => `Choice for row ${row}`,
  removed: (row: number) => `Row ${row} removed.`,
  savedAs: (row: number, state: string) => `Row ${row} saved: ${state}.`,
  show: (row: number) => `Show row ${row}`,
  refused: (row: number, message: string) => `Row ${row}: ${message}`,
  stale: "Someone else changed this row. Check the current version, then choose again.",
};
