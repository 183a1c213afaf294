// What machines read of a noun: one line for each field, with its schema and where it comes from.
import { Type } from "typebox";

type Primitive = string | number | boolean | null;
type Sent = Primitive | Date | readonly Sent[] | { readonly [name: string]: Sent | undefined };

type Field<Row> = { readonly schema: object; readonly read: (row: Row) => Sent };

/** Never a secret. */
export type Wire<Row> = Readonly<Record<string, Field<Row>>>;

type Schema = { readonly type?: string; readonly examples?: readonly unknown[] };

const field =
  (schema: Schema) =>
  <Row>(read: (row: Row) => Sent): Field<Row> => ({ schema, read });

/** The same, or null. */
function orNull({ type, ...schema }: Schema): Schema {
  return { ...schema, type: [type, "null"] } as unknown as Schema;
}

const moment = Type.String({ format: "date-time", examples: ["2026-11-30T09:30:00.000Z"] });
const uuid = Type.String({ format: "uuid", examples: ["01a22e97-b259-7683-a9eb-1c0b14eb068d"] });
const text = Type.String({ examples: ["text"] });

/** The kinds of fields. */
export const wire = {
  id: field(uuid),
  idOrNull: field(orNull(uuid)),
  text: field(text),
  textOrNull: field(orNull(text)),
  texts: field(Type.Array(text, { examples: [["text"]] })),
  count: field(Type.Integer({ examples: [1] })),
  countOrNull: field(orNull(Type.Integer({ examples: [1] }))),
  /** An exact amount with all its decimals, and its currency. */
  money: field(
    Type.Object(
      { amount: Type.String(), currency: Type.String() },
      { examples: [{ amount: "21400.00", currency: "USD" }] },
    ),
  ),
  flag: field(Type.Boolean({ examples: [true] })),
  time: field(moment),
  timeOrNull: field(orNull(moment)),
  /** Objects within the object. */
  list:
    <Part>(fields: Wire<Part>, title: string) =>
    <Row>(read: (row: Row) => readonly Part[]): Field<Row> => {
      const items = wireSchema(fields, title);
      const schema = { type: "array", items, examples: [[exampleOf(items)]] };
      return { schema, read: (row) => read(row).map((part) => toWire(fields, part)) as Sent };
    },
};

export function toWire<Row>(fields: Wire<Row>, row: Row): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { read }]) => {
      const value = read(row);
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  );
}

/** The schema of the object that `toWire` makes. */
export function wireSchema(fields: Wire<never>, title: string): object {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema]),
  );
  return { type: "object", title, properties, required: Object.keys(fields) };
}

/** An object of examples that fits the schema. */
export function exampleOf(schema: object): unknown {
  const { examples, properties, type } = schema as Schema & {
    readonly properties?: Readonly<Record<string, object>>;
  };
  if (examples !== undefined) return examples[0];
  if (properties === undefined) return type === "array" ? [] : null;
  return Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, exampleOf(one)]),
  );
}
