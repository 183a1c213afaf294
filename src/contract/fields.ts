// Field schemas that several messages share.
import Type, { type TSchema } from "typebox";

export function stringField(description: string, example: string) {
  return Type.String({ description, examples: [example] });
}

export function integerField(description: string, example: number) {
  return Type.Integer({ description, examples: [example] });
}

/** A string that is null if unknown; the field is never missing. */
export function nullableString(description: string, example: string | null) {
  return Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
}

/** An optional request field in which null counts as not sent. Validation reports one fault. */
export function optional<T extends TSchema>(type: string, schema: T) {
  return Type.Optional(Type.Unsafe<Type.Static<T> | null>({ ...schema, type: [type, "null"] }));
}

/** A named schema with a description of its use. */
export function described<T extends TSchema>(schema: T, description: string) {
  return Type.Unsafe<Type.Static<T>>({ ...schema, description });
}

/** A named schema that may be null, with a description of its use. */
export function nullable<T extends TSchema>(schema: T, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}

export const MoneyObject = Type.Object(
  {
    amount: stringField(
      "Decimal number with the currency's decimal places: USD `1250.00`, JPY `1250`.",
      "1250.00",
    ),
    currency: stringField("ISO 4217 currency code.", "USD"),
  },
  { $id: "Money", title: "Money", description: "An exact amount in one currency." },
);
