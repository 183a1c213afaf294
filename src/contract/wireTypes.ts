// What every part of the wire format shares: money, errors, and how a field may be null.
import Type, { type TSchema } from "typebox";

export const MoneyObject = Type.Object(
  {
    amount: Type.String({
      description: "Decimal number with exactly the currency's digits.",
      examples: ["1250.00"],
    }),
    currency: Type.String({ description: "ISO 4217 currency code.", examples: ["USD"] }),
  },
  { $id: "Money", title: "Money" },
);

/** A string that may also be null: what is unknown is null, never left out (decision 19). */
export function nullableString(description: string, example: string | null) {
  return Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
}

/** An optional request field in which null counts as not sent. Keeps one clear fault a field. */
export function optional<T extends TSchema>(type: string, schema: T) {
  return Type.Optional(Type.Unsafe<Type.Static<T> | null>({ ...schema, type: [type, "null"] }));
}

export const FaultDetailObject = Type.Object(
  {
    path: Type.String({
      description: "Where the fault is, as in `items[2].quantity`; empty for the whole body.",
    }),
    code: Type.String({ description: "What is wrong, for machines." }),
    message: Type.String({ description: "What is wrong and what to do, for people." }),
  },
  { additionalProperties: true, title: "Fault" },
);

export const ErrorAnswer = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object({
      code: Type.String({ description: "One of the codes of the error catalogue." }),
      message: Type.String({ description: "Human-readable." }),
      request_id: Type.String({ description: "The same as the X-Request-Id header." }),
      details: Type.Optional(Type.Array(FaultDetailObject)),
    }),
  },
  { $id: "Error", title: "Error" },
);
