// Requests of the distributor's own systems.
import { shellActor } from "../../src/audit/actor.ts";
import { issueOperatorKey } from "../../src/keys/operatorKey.ts";
import { type Scope, scopes } from "../../src/kit/access.ts";
import type { TestApp } from "./testApp.ts";

type Method = "GET" | "POST" | "PATCH" | "PUT";

/** Issues a key, by default with every scope. */
export async function openSystem(app: TestApp, granted: readonly Scope[] = scopes) {
  const { db } = app.database;
  const by = { actor: shellActor, now: app.clock.now };
  const terms = { name: "erp", scopes: granted, expiresAt: null };
  const { keyId, key } = await db.transaction((tx) => issueOperatorKey(tx, terms, by));
  return { keyId, key, ...callOperatorApi(app, key) };
}

/** `path` is below `/operator/v1`. */
export function callOperatorApi({ server }: Pick<TestApp, "server">, key: string) {
  const authorization = `Bearer ${key}`;
  const send = (method: Method, path: string, body?: unknown) =>
    server.inject({
      method,
      url: `/operator/v1${path}`,
      headers: { authorization, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  return {
    send,
    get: (path: string) => send("GET", path),
    post: (path: string, body?: unknown) => send("POST", path, body),
  };
}
