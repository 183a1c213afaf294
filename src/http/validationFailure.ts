import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { Failure, type FaultDetail } from "../errors.ts";

export const maxFaults = 1_000;

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

function describeFault(error: FastifySchemaValidationError, path: string): string {
  const place = path === "" ? "The body" : path;
  const { params } = error as { params: Record<string, unknown> };
  switch (error.keyword) {
    case "required":
      return `${path} is missing.`;
    case "type":
      return `${place} must be ${String(params["type"]).replace(",null", " or null")}.`;
    case "pattern":
      return `${place} has the wrong format.`;
    case "enum":
      return `${place} must be one of ${String(params["allowedValues"]).replaceAll(",", ", ")}.`;
    default:
      return `${place} ${error.message ?? "is not valid"}.`;
  }
}

function toFault(error: FastifySchemaValidationError): FaultDetail {
  const missing = error.params["missingProperty"];
  const path = formatPath(error.instancePath, typeof missing === "string" ? missing : undefined);
  return { path, code: error.keyword, message: describeFault(error, path) };
}

/**
 * Creates VALIDATION_FAILED with one detail per fault (decision 2). The message names the first.
 */
export function toValidationFailure(errors: readonly FastifySchemaValidationError[]): Failure {
  const details = errors.slice(0, maxFaults).map(toFault);
  const first = details[0]?.message ?? "The request is not valid.";
  const more = errors.length > 1 ? ` Faults in total: ${errors.length}; see details.` : "";
  return new Failure("VALIDATION_FAILED", { message: `${first}${more}`, details });
}
