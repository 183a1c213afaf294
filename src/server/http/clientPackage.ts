// The client for TypeScript, as bin/pack-client packed it before the start.
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";

const sdk = new URL("../../../sdk/", import.meta.url);

function readClientVersion(): string {
  const text = readFileSync(new URL("package.json", sdk), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** Where the service offers the client. The name has its version, because npm caches addresses. */
export const clientPackagePath = `/docs/partsdesk-client-${readClientVersion()}.tgz`;

function readPackage(): Buffer | undefined {
  try {
    return readFileSync(new URL("dist/client.tgz", sdk));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

/** Serves the client. If it was not packed, logs that and serves the rest. */
export function registerClientPackage(server: FastifyInstance): void {
  const bytes = readPackage();
  if (bytes === undefined) {
    server.log.warn(`${clientPackagePath} is not available: run bin/pack-client and restart`);
    return;
  }
  server.get(clientPackagePath, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header("content-type", "application/gzip")
      .header("cache-control", "public, max-age=3600")
      .send(bytes),
  );
}
