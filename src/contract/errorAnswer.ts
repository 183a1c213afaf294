import Type from "typebox";
import { stringField } from "./fields.ts";

export const FaultDetailObject = Type.Object(
  {
    path: stringField(
      "Place of the fault, such as `items[2].quantity`; empty for the whole body.",
      "items[2].quantity",
    ),
    code: stringField("The kind of fault, for programs.", "required"),
    message: stringField("The fault and what to do, for people.", "items[2].quantity is missing."),
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
        code: stringField(
          "One of the codes in the table of errors. Use it, not the message.",
          "VALIDATION_FAILED",
        ),
        message: stringField(
          "The error, for people. The wording may change.",
          "part_numbers[1] must be a string.",
        ),
        request_id: stringField(
          "The same as the `X-Request-Id` header. Send it when you contact us.",
          "req_01a1fe69f7c07b3e9d41f2a65c80e713",
        ),
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
