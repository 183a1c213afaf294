// A client of a served node with an account, a key and a part of its own.

import { createKey } from "../../src/keys/issueKey.ts";
import { insertAccount } from "./insertBuyer.ts";
import { insertOffer } from "./insertOffer.ts";
import type { PostgresServer } from "./postgresServer.ts";
import { openPool } from "./testDatabase.ts";

type ApiAnswer = {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
  /** Empty if no order was placed. */
  readonly orderId: string;
};

export type ApiClient = {
  /** Looks up the part. */
  lookUp(): Promise<ApiAnswer>;
  /** Orders one of the part, with an Idempotency-Key. */
  order(idempotencyKey: string): Promise<ApiAnswer>;
  /** Requests an API path, `path` as in "orders". */
  get(path: string): Promise<ApiAnswer>;
};

const partNumber = "P1";

export async function insertClient(server: PostgresServer): Promise<string> {
  const db = openPool(server.address);
  const now = new Date();
  const accountId = await insertAccount(db, now);
  await insertOffer(db, { partNumber, stock: 1_000_000 });
  const issue = { accountId, name: "test", expiresAt: null, now };
  const { key } = await db.transaction((tx) => createKey(tx, issue));
  await db.close();
  return key;
}

/** Adds an account, a key and an offer to a server, and calls the node at `url`. */
export async function openApiClient(server: PostgresServer, url: string): Promise<ApiClient> {
  const key = await insertClient(server);

  async function call(path: string, body: unknown, headers = {}): Promise<ApiAnswer> {
    const response = await fetch(`${url}/api/b2b/${path}`, {
      method: body === null ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      isReplayed: response.headers.get("idempotent-replayed") === "true",
      orderId: response.status === 201 ? JSON.parse(text).order.order_id : "",
    };
  }

  const lookUp = (): Promise<ApiAnswer> => call("catalog", { part_numbers: [partNumber] });
  const partId = JSON.parse((await lookUp()).text).found_parts[0].part_id;
  return {
    lookUp,
    order: (idempotencyKey) =>
      call(
        "orders",
        { items: [{ part_id: partId, quantity: 1 }] },
        { "idempotency-key": idempotencyKey },
      ),
    get: (path) => call(path, null),
  };
}
