// Generates the OpenAPI document from the routes and the schemas that validate their requests.
// Routes declare everything else under `documented`.
import swagger from "@fastify/swagger";
import type { FastifyInstance, FastifySchema } from "fastify";
import { toDocumented } from "../../kit/contract/fields.ts";
import type {
  Answer,
  Components,
  OpenApiDocument,
  Operation,
  RequestBody,
} from "./openApiDocument.ts";

/** Documentation of an operation besides the schemas of its path and query. */
type DocumentedOperation = {
  /** An object schema of request headers, which are documented but not validated. */
  readonly requestHeaders?: object;
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Answer>>;
};

declare module "fastify" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's.
  interface FastifySchema {
    documented?: DocumentedOperation;
  }
}

/** The general part of the document. `baseUrl` has no trailing slash. */
export type OpenApiPreface = {
  readonly title: string;
  readonly version: string;
  readonly summary: string;
  readonly description: string;
  readonly baseUrl: string;
  readonly keyDescription: string;
  readonly tags: OpenApiDocument["tags"];
  readonly components: Components;
};

type DocumentedOperations = ReadonlyMap<string, DocumentedOperation>;

/**
 * Completes an operation with its documentation. Throws if a route has none, so that none is
 * forgotten.
 */
function completeOperation(operation: Operation, documented: DocumentedOperations): Operation {
  const { operationId, summary, description, tags, parameters } = operation;
  const more = documented.get(operationId);
  if (more === undefined) throw new Error(`The operation ${operationId} is not documented.`);
  const { requestBody, responses } = more;
  return {
    operationId,
    summary,
    description,
    tags,
    ...(parameters === undefined ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses,
  };
}

function assemble(
  collected: OpenApiDocument,
  preface: OpenApiPreface,
  documented: DocumentedOperations,
): OpenApiDocument {
  const { openapi, info, security, tags, paths, components } = collected;
  const base = "Address of the service, without a trailing slash.";
  return {
    openapi,
    info,
    servers: [
      {
        url: "{base_url}",
        "x-internal": false,
        variables: { base_url: { default: preface.baseUrl, description: base } },
      },
    ],
    security,
    tags,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, one]) => [
            method,
            completeOperation(one, documented),
          ]),
        ),
      ]),
    ),
    components: { securitySchemes: components.securitySchemes, ...preface.components },
  };
}

/** Returns the document. Requires `registerOpenApi`, and a server that is ready. */
export function readOpenApi(server: FastifyInstance): OpenApiDocument {
  return server.swagger() as unknown as OpenApiDocument;
}

/** Serves `/openapi.json` with all routes that are registered later and are not hidden. */
export async function registerOpenApi(
  server: FastifyInstance,
  preface: OpenApiPreface,
): Promise<void> {
  const documented = new Map<string, DocumentedOperation>();
  const { title, version, summary, description } = preface;
  const license = { name: "Apache-2.0", identifier: "Apache-2.0" };
  const key = { type: "http" as const, scheme: "bearer", description: preface.keyDescription };
  await server.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: "3.1.0",
      info: { title, version, summary, description, license },
      tags: [...preface.tags],
      components: { securitySchemes: { key } },
      security: [{ key: [] }],
    },
    transform: ({ schema, url }) => {
      const { operationId, documented: more }: FastifySchema = schema ?? {};
      if (operationId !== undefined && more !== undefined) documented.set(operationId, more);
      const { querystring, params } = schema ?? {};
      const shown = { querystring: toDocumented(querystring), params: toDocumented(params) };
      return { url, schema: { ...schema, ...shown, headers: more?.requestHeaders } };
    },
    transformObject: (made) => {
      const collected: unknown = "openapiObject" in made ? made.openapiObject : undefined;
      return assemble(collected as OpenApiDocument, preface, documented) as never;
    },
  });
  server.get("/openapi.json", { schema: { hide: true } }, async () => readOpenApi(server));
}
