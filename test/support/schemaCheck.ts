// Checking values against the OpenAPI document itself, as a client made from it would.
import { Compile } from "typebox/compile";
import type { JsonSchema, OpenApiDocument } from "../../src/server/http/openApiDocument.ts";

/** What of a schema a value violates; empty if nothing. */
export type SchemaCheck = (schema: JsonSchema, value: unknown) => unknown[];

/** A check whose references lead into the document. */
export function createSchemaCheck(document: OpenApiDocument): SchemaCheck {
  const { components } = document;
  return (schema, value) => {
    const compiled = Compile({ allOf: [schema], components } as never);
    return [...compiled.Errors(value)];
  };
}

/** Every object in a value with its path from the root, the root first. */
export function listNodes(value: unknown, path = ""): [string, Record<string, unknown>][] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, one]) => listNodes(one, `${path}/${key}`));
  return [[path, value as Record<string, unknown>], ...inside];
}
