// What machines read of a noun: one line for each field, with its schema and where it comes from.
import { Type } from "typebox";

type Primitive = string | number | boolean | null;
type Sent = Primitive | Date | readonly Sent[] | { readonly [name: string]: Sent | undefined };

/** What a field has may depend on the time. */
type Read<Row> = (row: Row, now: Date) => Sent;
type Field<Row> = { readonly schema: object; readonly read: Read<Row> };

type Fields<Row> = Readonly<Record<string, Field<Row>>>;

/** An object that has a schema and is written as a whole. */
export class WholeWire<Row> {
  readonly schema: object;
  readonly write: (row: Row) => object;

  constructor(schema: object, write: (row: Row) => object) {
    this.schema = schema;
    this.write = write;
  }
}

/** Never a secret. */
export type Wire<Row> = Fields<Row> | WholeWire<Row>;

type Schema = { readonly type?: string; readonly examples?: readonly unknown[] };

const field =
  (schema: Schema) =>
  <Row>(read: Read<Row>): Field<Row> => ({ schema, read });

/** The same, or null. */
function orNull({ type, ...schema }: Schema): Schema {
  return { ...schema, type: [type, "null"] } as unknown as Schema;
}

const moment = Type.String({ format: "date-time", examples: ["2026-11-30T09:30:00.000Z"] });
const uuid = Type.String({ format: "uuid", examples: ["01a22e97-b259-7683-a9eb-1c0b14eb068d"] });
const text = Type.String();

/** Examples of texts, by what their fields are called. */
const texts = new Map(
  Object.entries({
    name: "Example Air",
    account: "Example Air",
    company: "Example Air",
    person: "Jo Mechanic",
    buyer: "Jo Mechanic",
    operator: "Sam Seller",
    author: "buyer",
    email: "jo@example.com",
    role: "admin",
    state: "open",
    currency: "USD",
    last_four: "x7Qz",
    key_name: "ERP",
    purpose: "Stock checks by our ERP",
    source: "site",
    request_number: "QR-100042",
    part_number: "DA65152-14",
    vendor: "Acme",
    condition: "NE",
    certificate: "EASA Form 1",
    unit_of_measure: "EA",
    needed_by: "2026-12-12",
    text: "Please tell us the tail number.",
    reason: "Part on recall",
    action: "suspended an account",
    at: "2026-11-30T09:30:00.000Z",
  }),
);

/** The kinds of fields. */
export const wire = {
  id: field(uuid),
  idOrNull: field(orNull(uuid)),
  text: field(text),
  textOrNull: field(orNull(text)),
  texts: field(Type.Array(Type.String({ examples: ["orders:read"] }))),
  count: field(Type.Integer({ examples: [1] })),
  countOrNull: field(orNull(Type.Integer({ examples: [1] }))),
  /** An exact amount with all its decimals, and its currency. */
  money: field(
    Type.Object(
      { amount: Type.String(), currency: Type.String() },
      { examples: [{ amount: "21400.00", currency: "USD" }] },
    ),
  ),
  any: field({ examples: [{ state: "kept" }] }),
  flag: field(Type.Boolean({ examples: [true] })),
  time: field(moment),
  timeOrNull: field(orNull(moment)),
  /** Objects within the object. */
  list:
    <Part>(fields: Fields<Part>, title: string) =>
    <Row>(read: (row: Row) => readonly Part[]): Field<Row> => {
      const items = wireSchema(fields, title);
      const schema = { type: "array", items, examples: [[exampleOf(items)]] };
      const write = (row: Row, now: Date) => read(row).map((part) => toWire(fields, part, now));
      return { schema, read: (row, now) => write(row, now) as Sent };
    },
};

export function toWire<Row>(of: Wire<Row>, row: Row, now: Date): Readonly<Record<string, unknown>> {
  if (of instanceof WholeWire) return { ...of.write(row) };
  return Object.fromEntries(
    Object.entries(of).map(([name, { read }]) => {
      const value = read(row, now);
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  );
}

/** The cells of a file. */
export function toCells<Row>(of: Wire<Row>, row: Row, now: Date): readonly string[] {
  return Object.values(toWire(of, row, now)).map((value) =>
    value === null || typeof value === "string" ? (value ?? "") : JSON.stringify(value),
  );
}

/** The schema of the object that `toWire` makes. */
export function wireSchema(of: Wire<never>, title: string): object {
  if (of instanceof WholeWire) return of.schema;
  const properties = Object.fromEntries(
    Object.entries(of).map(([name, { schema }]) => [name, schema]),
  );
  return { type: "object", title, properties, required: Object.keys(of) };
}

type Described = Schema & {
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly items?: object;
  readonly enum?: readonly unknown[];
};

/** A value that fits the schema; a text is what its `name` says. */
export function exampleOf(schema: object, name = ""): unknown {
  const { examples, properties, required = [], items, type, pattern } = schema as Described;
  const { enum: values } = schema as Described;
  if (examples !== undefined) return examples[0];
  if (values !== undefined) return values[0];
  if (items !== undefined) return [exampleOf(items, name)];
  if (properties === undefined) return pattern === undefined ? plainExample(type, name) : null;
  const known = Object.entries(properties).map(([of, one]) => [of, exampleOf(one, of)] as const);
  return Object.fromEntries(known.filter(([of, one]) => one !== null || required.includes(of)));
}

function plainExample(type: Described["type"], name: string): unknown {
  if (type === "integer") return 1;
  if (type === "boolean") return true;
  if (type === "string") return texts.get(name) ?? name.replaceAll("_", " ");
  return (type?.includes("string") && texts.get(name)) || null;
}
