import Type from "typebox";

export const FaultDetailObject = Type.Object(
  {
    path: Type.String({
      description: "Place of the fault, such as `items[2].quantity`; empty for the whole body.",
      examples: ["items[2].quantity"],
    }),
    code: Type.String({ description: "The kind of fault, for programs.", examples: ["required"] }),
    message: Type.String({
      description: "The fault and what to do, for people.",
      examples: ["items[2].quantity is missing."],
    }),
  },
  {
    $id: "Fault",
    title: "Fault",
    description: "One fault of a request. Some codes add fields; see the table of errors.",
    additionalProperties: true,
  },
);

export const ErrorAnswer = Type.Object(
  {
    success: Type.Literal(false, { description: "`false` for every error." }),
    error: Type.Object(
      {
        code: Type.String({
          description: "One of the codes in the table of errors. Use it, not the message.",
          examples: ["VALIDATION_FAILED"],
        }),
        message: Type.String({
          description: "The error, for people. The wording may change.",
          examples: ["part_numbers[1] must be string."],
        }),
        request_id: Type.String({
          description: "The same as the `X-Request-Id` header. Send it when you contact us.",
          examples: ["req_01a1fe69f7c07b3e9d41f2a65c80e713"],
        }),
        details: Type.Optional(
          Type.Array(FaultDetailObject, {
            description: "Every fault of the request, in the order of the request.",
          }),
        ),
      },
      { description: "The error." },
    ),
  },
  { $id: "Error", title: "Error", description: "The body of every response that is not a 2xx." },
);
