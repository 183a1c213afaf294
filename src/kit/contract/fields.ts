// Field schemas that several messages share.
import Type, { type TSchema } from "typebox";
import { limits, storedLimits } from "./limits.ts";

/** A string of at most `maxLength` characters. */
export function stringField(description: string, example: string, maxLength: number) {
  return Type.String({ description, maxLength, examples: [example] });
}

/** For readers of the document: every integer fits. */
export const int32 = { format: "int32" } as const;

/** An integer from `minimum` to `maximum`. */
export function integerField(
  description: string,
  example: number,
  minimum: number,
  maximum: number,
) {
  return Type.Integer({ ...int32, description, minimum, maximum, examples: [example] });
}

/** A quantity that an order can have. */
export function quantityField(description: string, example: number) {
  return integerField(description, example, 1, limits.quantity);
}

/** A string that is null if unknown. */
export function nullableString(description: string, example: string | null, maxLength: number) {
  return Type.Union([Type.String({ maxLength }), Type.Null()], {
    description,
    examples: [example],
  });
}

/** A field of a later version: responses that were stored before it lack it. */
export function added(description: string, example: string, maxLength: number) {
  return Type.Optional(nullableString(description, example, maxLength));
}

/** An optional request field in which null counts as not sent. Validation reports one fault. */
export function optional<T extends TSchema>(type: string, schema: T) {
  return Type.Optional(Type.Unsafe<Type.Static<T> | null>({ ...schema, type: [type, "null"] }));
}

/**
 * A request field with keywords for the document, which replace its own there and are not
 * validated.
 */
export function documentedAs<T extends TSchema>(schema: T, inDocument: object) {
  return Type.Unsafe<Type.Static<T>>({ ...schema, inDocument });
}

/** A schema as the document shows it. */
export function toDocumented(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toDocumented);
  if (typeof schema !== "object" || schema === null) return schema;
  const { inDocument, ...own } = schema as { readonly inDocument?: object };
  const shown = Object.entries({ ...own, ...inDocument });
  const kept = shown.filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, toDocumented(value)]));
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
    amount: Type.String({
      description: "Decimal number with the currency's decimal places: USD `1250.00`, JPY `1250`.",
      pattern: "^[0-9]+(\\.[0-9]+)?$",
      maxLength: storedLimits.amountLength,
      examples: ["1250.00"],
    }),
    currency: Type.String({
      description: "ISO 4217 currency code.",
      pattern: "^[A-Z]{3}$",
      maxLength: 3,
      examples: ["USD"],
    }),
    exact_amount: Type.Optional(
      Type.String({
        description:
          "Only of a unit price with more decimals than its currency: all its decimals. `amount` " +
          "is this, rounded half up, but never to 0.",
        pattern: "^[0-9]+\\.[0-9]+$",
        maxLength: storedLimits.amountLength,
      }),
    ),
  },
  { $id: "Money", title: "Money", description: "An exact amount in one currency." },
);
