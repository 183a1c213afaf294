// An example of every error, produced by the code that produces the real ones.
import {
  allErrors,
  type ErrorCode,
  errorCatalogue,
  Failure,
  type FaultDetail,
} from "../../kit/errors.ts";
import { writeErrorBody } from "../http/answerFailure.ts";
import type { Example } from "../http/openApiDocument.ts";
import { toValidationFailure } from "../http/validationFailure.ts";

const requestId = "req_01a1fe69f7c07b3e9d41f2a65c80e713";

type ExampleFault = Pick<FaultDetail, "path" | "message"> & Readonly<Record<string, unknown>>;

const details: Readonly<Partial<Record<ErrorCode, ExampleFault>>> = {
  IDEMPOTENCY_KEY_REUSED: {
    path: "items[0].quantity",
    message:
      "Order 01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705 was placed with a different " +
      "items[0].quantity. Check that order.",
    order_id: "01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705",
  },
  PART_NOT_FOUND: {
    path: "items[1].part_id",
    message: "This part_id is not valid for this account. Look up the part again.",
  },
  PART_ID_EXPIRED: {
    path: "items[0].part_id",
    message: "This part_id has expired. Look up the part again and order with its new part_id.",
  },
  PART_NOT_ORDERABLE: {
    path: "items[0].part_id",
    message: "DA27845-1 is superseded by DA27845-3 and cannot be ordered.",
    part_number: "DA27845-1",
    status: "SUPERSEDED",
    superseded_by: "DA27845-3",
  },
  PRICE_ON_REQUEST: {
    path: "items[0].part_id",
    message: "DA58419-2: price on request.",
    part_number: "DA58419-2",
    priced_from: null,
  },
  QUANTITY_NOT_ALLOWED: {
    path: "items[0].quantity",
    message: "DA10324-6: packs of 100. Nearest quantities: 200 and 300.",
    part_number: "DA10324-6",
    min_quantity: 100,
    multiple: 100,
    nearest_allowed: 300,
  },
  CURRENCY_MISMATCH: {
    path: "items[1].part_id",
    message: "DA7713-24 is priced in EUR, this order in USD.",
    part_number: "DA7713-24",
    currency: "EUR",
  },
  INSUFFICIENT_STOCK: {
    path: "items[0].quantity",
    message: "DA40310-2: 4 requested, 3 in stock.",
    part_number: "DA40310-2",
    available_stock: 3,
  },
  QUOTE_CORRECTED: {
    path: "lines[0].option",
    message: "Option 1 of line 1 is not quoted: it was corrected or withdrawn.",
    line: 1,
  },
  QUOTE_EXPIRED: {
    path: "lines[0].option",
    message: "DA40310-2: Quote RFQ-10001 ended on 31 Jan 2027.",
    part_number: "DA40310-2",
    line: 1,
  },
  QUOTE_USED_UP: {
    path: "lines[0].quantity",
    message: "DA40310-2: 4 requested, 1 of 5 left of quote RFQ-10001.",
    part_number: "DA40310-2",
    line: 1,
    left: 1,
  },
};

function withCode(code: ErrorCode, { path, message, ...fields }: ExampleFault): FaultDetail {
  return { path, code, message, ...fields };
}

export function writeErrorExample(failure: Failure): Example {
  return {
    summary: allErrors[failure.code].message,
    value: JSON.parse(writeErrorBody(failure, requestId)),
  };
}

/** Creates the failure for one validation error, with keyword and pointer as in JSON Schema. */
export function makeValidationFailure(
  keyword: string,
  pointer: string,
  params: Readonly<Record<string, unknown>> = {},
): Failure {
  return toValidationFailure([{ keyword, instancePath: pointer, schemaPath: "", params }]);
}

const wrongType = makeValidationFailure("type", "/part_numbers/1", { type: "string" });

export const openApiErrorExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  Object.keys(errorCatalogue).map((name) => {
    const code = name as ErrorCode;
    const fault = details[code];
    const plain = new Failure(
      code,
      fault === undefined ? {} : { details: [withCode(code, fault)] },
    );
    const failure = code === "VALIDATION_FAILED" ? wrongType : plain;
    return [code, writeErrorExample(failure)];
  }),
);
