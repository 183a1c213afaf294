// The OpenAPI document, made from the same schemas that validate requests.
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";

/** What the document says of the service as a whole. */
export type OpenApiPreface = {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly serverUrl: string;
};

/** Collects the routes registered after it and serves the document at `/openapi.json`. */
export async function registerOpenApi(
  server: FastifyInstance,
  preface: OpenApiPreface,
): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: preface.title,
        version: preface.version,
        description: preface.description,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: preface.serverUrl }],
      components: {
        securitySchemes: {
          key: {
            type: "http",
            scheme: "bearer",
            description: "An API key: `sk_live_` and 38 more characters.",
          },
        },
      },
      security: [{ key: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json["$id"] === "string" ? json["$id"] : `Schema${index}`,
    },
  });
  server.get("/openapi.json", { schema: { hide: true } }, async () => server.swagger());
}
