// The facts of an order's line, each once: its column, its field on the wire, its column in files,
// and what documents say of it. The statements that read and write lines, both APIs, the shell,
// files, PDF and mails are made from this table. What a buyer writes is in `writtenFacts`.
import type { LineItem } from "../kit/contract/orderLines.ts";
import { toWireMoney } from "../kit/money.ts";
import { toStoredPrice, toWirePrice } from "../kit/price.ts";
import { writtenFacts, writtenNames } from "./lineInstructions.ts";
import type { OrderLine } from "./order.ts";
import { writeRequested } from "./requested.ts";

/** `pricedAt` is null if it was priced with its order. */
export type LineToStore = OrderLine & { readonly pricedAt?: Date | null };

export type LineFact = {
  readonly name: string;
  /** The type of its column, if it is one. */
  readonly type?:
    | "bigint"
    | "date"
    | "integer"
    | "jsonb"
    | "numeric"
    | "text"
    | "text[]"
    | "timestamptz";
  /** Its value in the column and, unless `wire` says otherwise, on the wire. */
  readonly of: (line: LineToStore) => unknown;
  /** Who has it on the wire; "if set": buyers only if it is there. */
  readonly for?: "everyone" | "if set" | "distributor";
  readonly wire?: (line: OrderLine) => unknown;
  /** What documents say of it in a line of its own; null or "": nothing. */
  readonly write?: (line: OrderLine) => string | null;
};

/** As JSON; null for nothing. */
function writeFacts(facts: object): string | null {
  return Object.keys(facts).length === 0 ? null : JSON.stringify(facts);
}

/** What a line was asked for, as far as it was; null if it was not. */
function toWireRequest({ requested }: OrderLine): LineItem["requested"] | null {
  const { partNumber, quantity, unit, unread } = requested;
  const conditions = [...requested.conditions, unread.condition ?? []].flat();
  const certificates = [...requested.certificates, unread.certificate ?? []].flat();
  const wire = {
    ...(partNumber !== null && { part_number: partNumber }),
    ...(quantity !== null && { quantity }),
    ...(unit !== null && { unit }),
    ...(conditions.length > 0 && { conditions }),
    ...(certificates.length > 0 && { certificates }),
    ...(unread.day !== undefined && { needed_by: unread.day }),
  };
  return Object.keys(wire).length === 0 ? null : wire;
}

const written = writtenNames.map((of): LineFact => {
  const { name, type, write } = writtenFacts[of];
  const textOf = (line: OrderLine) => line[of];
  return { name, type, of: textOf, for: "if set", write: (line) => line[of] && write(line[of]) };
});

const everyone = { for: "everyone" } as const;
const distributor = { for: "distributor" } as const;

export const lineFacts: readonly LineFact[] = [
  { name: "offer_id", type: "bigint", of: (line) => line.offerId },
  { name: "part_number", type: "text", of: (line) => line.partNumber, ...everyone },
  { name: "title", type: "text", of: (line) => line.title, ...everyone },
  { name: "condition", type: "text", of: (line) => line.condition, ...everyone },
  { name: "unit_of_measure", type: "text", of: (line) => line.unitOfMeasure, ...everyone },
  { name: "vendor", type: "text", of: (line) => line.vendor, ...everyone },
  { name: "manufacturer", type: "text", of: (line) => line.manufacturer, ...everyone },
  { name: "cage", type: "text", of: (line) => line.cage, ...everyone },
  { name: "certificate", type: "text", of: (line) => line.certificate, ...everyone },
  { name: "quantity", type: "integer", of: (line) => line.quantity, ...everyone },
  {
    name: "unit_price",
    type: "numeric",
    of: (line) => toStoredPrice(line.unitPrice),
    wire: (line) => toWirePrice(line.unitPrice),
    ...everyone,
  },
  {
    name: "line_total",
    type: "numeric",
    of: (line) => line.lineTotal.minor,
    wire: (line) => toWireMoney(line.lineTotal),
    ...everyone,
  },
  ...written,
  {
    name: "requested",
    of: toWireRequest,
    for: "if set",
    write: (line) => writeRequested(line).join(" · "),
  },
  { name: "lead_time_days", type: "integer", of: (line) => line.leadTimeDays, ...distributor },
  {
    name: "list_price",
    type: "numeric",
    of: (line) => line.listPrice && toStoredPrice(line.listPrice),
    wire: (line) => line.listPrice && toWirePrice(line.listPrice),
    ...distributor,
  },
  { name: "rule_id", type: "bigint", of: (line) => line.ruleId, ...distributor },
  { name: "list_currency", type: "text", of: (line) => line.listPrice?.currency ?? null },
  { name: "priced_at", type: "timestamptz", of: (line) => line.pricedAt ?? null },
];

/** Columns that a statement reads together. */
const parts: readonly LineFact[] = [
  { name: "quote_option", type: "bigint", of: ({ quote }) => quote?.optionId ?? null },
  { name: "requested_part", type: "text", of: ({ requested }) => requested.partNumber },
  { name: "requested_quantity", type: "numeric", of: ({ requested }) => requested.quantity },
  { name: "requested_unit", type: "text", of: ({ requested }) => requested.unit },
  ...(["conditions", "certificates"] as const).map((name): LineFact => {
    const of = ({ requested }: OrderLine) => writeFacts(requested[name]);
    return { name: `requested_${name}`, type: "text[]", of };
  }),
  { name: "requested_unread", type: "jsonb", of: ({ requested }) => writeFacts(requested.unread) },
];

/** The facts that have a column of their own. */
export const readFacts = lineFacts.filter(({ type }) => type !== undefined);
/** The columns of a line besides its order and its number. */
export const lineColumns = [...readFacts, ...parts];
const readFact = ({ of, wire = of }: LineFact, line: OrderLine) => wire(line);

/** What accounts see of a line. */
export const sharedFacts = lineFacts.filter(
  (fact) => fact.for === "everyone" || fact.for === "if set",
);

/** A line as its account sees it. */
export function toWireLine(line: OrderLine): LineItem {
  const shown = sharedFacts
    .map((fact) => [fact.name, readFact(fact, line), fact.for] as const)
    .filter(([, value, audience]) => audience === "everyone" || value !== null);
  return Object.fromEntries(shown) as LineItem;
}

/** What the distributor sees of a line: how each is read; what is not there is null. */
export const reportedFacts = lineFacts
  .filter((fact) => fact.for !== undefined)
  .map((fact) => [fact.name, (line: OrderLine) => readFact(fact, line)] as const);

export function toReportedLine(line: OrderLine): Readonly<Record<string, unknown>> {
  return Object.fromEntries(reportedFacts.map(([name, read]) => [name, read(line)]));
}

/** What documents and mails say below the part: what the buyer wants. */
export function writeBelow(line: OrderLine): readonly string[] {
  return lineFacts.flatMap(({ write }) => write?.(line) || []);
}
