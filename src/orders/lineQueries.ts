// The SQL that order lines are stored by.
import type { OrderLine } from "./order.ts";

/** The columns of a line, in the order in which `selectLines` gives them. */
export const lineColumns = `order_id, offer_id, part_number, title, vendor, condition,
  unit_of_measure, quantity, list_price, list_currency, unit_price, line_total, rule_id, priced_at,
  line_number`;

const types = [
  "bigint",
  "text",
  "text",
  "text",
  "text",
  "text",
  "integer",
  "bigint",
  "text",
].concat(["bigint", "numeric", "bigint", "timestamptz"]);

/**
 * A select of lines, numbered from 1, of the values of `listLineValues`, which stand from the
 * parameter `first` on. `order` is a column that gives the order's id, `from` what it stands in. An
 * offer that is gone gives null, which no line may have (decision 98).
 */
export function selectLines(order: string, from: string, first: number): string {
  const lists = types.map((type, place) => `unnest($${first + place}::${type}[])`);
  return `select ${order}, (select o.offer_id from offers o where o.offer_id = line.offer_id),
      line.part_number, line.title, line.vendor, line.condition, line.unit_of_measure,
      line.quantity, line.list_price, line.list_currency, line.unit_price, line.line_total,
      line.rule_id, line.priced_at, line.line_number
    from ${from}, rows from (${lists.join(", ")}) with ordinality as line(offer_id, part_number,
      title, vendor, condition, unit_of_measure, quantity, list_price, list_currency, unit_price,
      line_total, rule_id, priced_at, line_number)`;
}

/** The values of lines, a list a column. `pricedAt` is null for those of their order's moment. */
export function listLineValues(
  lines: readonly (OrderLine & { readonly pricedAt?: Date | null })[],
): unknown[] {
  return [
    lines.map((line) => line.offerId),
    lines.map((line) => line.partNumber),
    lines.map((line) => line.title),
    lines.map((line) => line.vendor),
    lines.map((line) => line.condition),
    lines.map((line) => line.unitOfMeasure),
    lines.map((line) => line.quantity),
    lines.map((line) => line.listPrice.minor),
    lines.map((line) => line.listPrice.currency),
    lines.map((line) => line.unitPrice.minor),
    lines.map((line) => line.lineTotal.minor),
    lines.map((line) => line.ruleId),
    lines.map((line) => line.pricedAt ?? null),
  ];
}
