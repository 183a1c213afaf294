// Turning what a schema found into the faults of the interface's envelope, with the path of each
// (decision 2).
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { Failure, type FaultDetail } from "../errors.ts";

/** No answer lists more faults than this: two for each line of the longest order. */
export const maxFaults = 1_000;

/** "/items/2/quantity" as people and programs write it: "items[2].quantity". */
function readablePath(pointer: string, property: string | undefined): string {
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

function say(error: FastifySchemaValidationError, path: string): string {
  const place = path === "" ? "The body" : path;
  const { params } = error as { params: Record<string, unknown> };
  switch (error.keyword) {
    case "required":
      return `${path} is missing.`;
    case "type":
      return `${place} must be ${String(params["type"]).replace(",null", " or null")}.`;
    case "pattern":
      return `${place} does not have the right form.`;
    case "enum":
      return `${place} must be one of ${String(params["allowedValues"]).replaceAll(",", ", ")}.`;
    default:
      return `${place} ${error.message ?? "is not valid"}.`;
  }
}

function toFault(error: FastifySchemaValidationError): FaultDetail {
  const missing = error.params["missingProperty"];
  const path = readablePath(error.instancePath, typeof missing === "string" ? missing : undefined);
  return { path, code: error.keyword, message: say(error, path) };
}

/** VALIDATION_FAILED with a detail a fault; the message names the first. */
export function toValidationFailure(errors: readonly FastifySchemaValidationError[]): Failure {
  const details = errors.slice(0, maxFaults).map(toFault);
  const first = details[0]?.message ?? "The request is not valid.";
  const more = errors.length > 1 ? ` There are ${errors.length - 1} more; see details.` : "";
  return new Failure("VALIDATION_FAILED", { message: `${first}${more}`, details });
}
