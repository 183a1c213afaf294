import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { limits, storedLimits } from "../../kit/contract/limits.ts";
import { OrderListQuery } from "../../kit/contract/orders.ts";
import { Failure, type FaultDetail } from "../../kit/errors.ts";
import { groupDigits } from "../../kit/money.ts";

/** Formats "/items/2/quantity" as "items[2].quantity". */
function formatPath(pointer: string, property: string | undefined): string {
  const steps = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (property !== undefined) steps.push(property);
  return steps.reduce((path, step) => {
    if (/^\d+$/.test(step)) return `${path}[${step}]`;
    return path === "" ? step : `${path}.${step}`;
  }, "");
}

/** What to send instead, for parameters whose pattern says little to people. */
const formatFaults = new Map([
  ["limit", `limit must be an integer from 1 to ${limits.pageSize}.`],
  [
    "updated_since",
    "updated_since must be a time like 2026-11-21T14:02:00Z. In an address, write + as %2B.",
  ],
  ["cursor", "cursor is not valid. Use next_cursor of the previous page."],
]);

/** "string" as "a string", "boolean,null" as "a boolean or null". */
function nameTypes(types: string): string {
  return types
    .split(",")
    .map((type) => (type === "null" ? type : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`))
    .join(" or ");
}

function countElements(count: number): string {
  return count === 1 ? "1 element" : `${groupDigits(count)} elements`;
}

/** The only object of requests without other properties; in bodies they are ignored. */
const listParameters = Object.keys(OrderListQuery.properties).join(", ");

/** What a field of a line must be, by its name. */
const lineFaults = new Map([
  ["remark", "must be one line of text, without control characters."],
  ["needed_by", "must be a day like 2026-12-12."],
]);

/** A text that has not the format of its field. */
function describeFormat(path: string): string {
  const ofLine = lineFaults.get(path.replace(/^items\[\d+\]\./, ""));
  if (ofLine !== undefined) return `${path} ${ofLine}`;
  return formatFaults.get(path) ?? `${path} has the wrong format.`;
}

function describeFault(error: FastifySchemaValidationError, path: string): string {
  const place = path === "" ? "The body" : path;
  const { params } = error as { params: Record<string, unknown> };
  const limit = Number(params["limit"]);
  switch (error.keyword) {
    case "required":
      return `${path} is missing.`;
    case "additionalProperties":
      return `${path} is not a parameter of this request. The parameters are ${listParameters}.`;
    case "type":
      return `${place} must be ${nameTypes(String(params["type"]))}.`;
    case "pattern":
    case "format":
      return describeFormat(path);
    case "maxLength":
      return `${place} is longer than ${groupDigits(limit)} characters.`;
    case "minItems":
      return `${place} must have at least ${countElements(limit)}.`;
    case "maxItems":
      return `${place} must have at most ${countElements(limit)}.`;
    case "minimum":
      return `${place} must be at least ${groupDigits(limit)}.`;
    case "maximum":
      return `${place} must be at most ${groupDigits(limit)}.`;
    case "enum":
      return `${place} must be one of ${String(params["allowedValues"]).replaceAll(",", ", ")}.`;
    default:
      return `${place} ${error.message ?? "is not valid"}.`;
  }
}

function toFault(error: FastifySchemaValidationError): FaultDetail {
  const named = error.params["missingProperty"] ?? error.params["additionalProperty"];
  const path = formatPath(error.instancePath, typeof named === "string" ? named : undefined);
  return { path, code: error.keyword, message: describeFault(error, path) };
}

/** Creates VALIDATION_FAILED with one detail per fault. The message names the first. */
export function toValidationFailure(errors: readonly FastifySchemaValidationError[]): Failure {
  const details = errors.slice(0, storedLimits.validationFaults).map(toFault);
  const first = details[0]?.message ?? "The request is not valid.";
  const count = groupDigits(errors.length);
  const more = errors.length > 1 ? ` ${count} errors in total; see details.` : "";
  return new Failure("VALIDATION_FAILED", { message: `${first}${more}`, details });
}
