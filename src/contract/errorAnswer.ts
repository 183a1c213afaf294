// The body of every error on the wire (interface, "Errors"; decision 2).
import Type from "typebox";

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
