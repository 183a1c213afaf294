// What every part of the wire format shares: money, errors, and how a field may be null.
import Type, { type TSchema } from "typebox";

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

/** A named schema where it stands for one thing in particular, which the description says. */
export function described<T extends TSchema>(schema: T, description: string) {
  return Type.Unsafe<Type.Static<T>>({ ...schema, description });
}

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
      examples: ["items[2].quantity"],
    }),
    code: Type.String({ description: "What is wrong, for machines.", examples: ["required"] }),
    message: Type.String({
      description: "What is wrong and what to do, for people.",
      examples: ["items[2].quantity is missing."],
    }),
  },
  {
    $id: "Fault",
    title: "Fault",
    description: "One fault of a request. Some codes add fields; the table of errors names them.",
    additionalProperties: true,
  },
);

export const ErrorAnswer = Type.Object(
  {
    success: Type.Literal(false, { description: "`false` for every error." }),
    error: Type.Object(
      {
        code: Type.String({
          description: "One of the codes in the table of errors. Decide by it, not by the message.",
          examples: ["VALIDATION_FAILED"],
        }),
        message: Type.String({
          description: "What went wrong, for people. Its wording may change.",
          examples: ["part_numbers[1] must be string."],
        }),
        request_id: Type.String({
          description: "The same as the `X-Request-Id` header. Name it when you ask for help.",
          examples: ["req_01a1fe69f7c07b3e9d41f2a65c80e713"],
        }),
        details: Type.Optional(
          Type.Array(FaultDetailObject, {
            description: "Every fault of the request, in the order of the request.",
          }),
        ),
      },
      { description: "What went wrong." },
    ),
  },
  { $id: "Error", title: "Error", description: "The body of every answer that is not a 2xx." },
);
