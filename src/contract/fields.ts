// Field schemas that several messages share.
import Type, { type TSchema } from "typebox";

/** A string that may also be null: what is unknown is null, never left out (decision 19). */
export function nullableString(description: string, example: string | null) {
  return Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
}

/** An optional request field in which null counts as not sent. Keeps one clear fault a field. */
export function optional<T extends TSchema>(type: string, schema: T) {
  return Type.Optional(Type.Unsafe<Type.Static<T> | null>({ ...schema, type: [type, "null"] }));
}

/** A named schema where it stands for one thing in particular, which the description says. */
export function described<T extends TSchema>(schema: T, description: string) {
  return Type.Unsafe<Type.Static<T>>({ ...schema, description });
}

export const MoneyObject = Type.Object(
  {
    amount: Type.String({
      description: "Decimal number with exactly the currency's digits: USD `1250.00`, JPY `1250`.",
      examples: ["1250.00"],
    }),
    currency: Type.String({ description: "ISO 4217 currency code.", examples: ["USD"] }),
  },
  { $id: "Money", title: "Money", description: "An exact amount of one currency." },
);
