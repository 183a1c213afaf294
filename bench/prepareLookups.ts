import type { Client } from "pg";
import type { AccountId } from "../src/accounts/account.ts";
import { createAccount } from "../src/accounts/openAccount.ts";
import type { Database } from "../src/db/database.ts";
import { newId } from "../src/db/newId.ts";
import { createKey } from "../src/keys/issueKey.ts";
import { parseCurrency } from "../src/kit/money.ts";
import { createClient } from "./client.ts";
import type { Load } from "./load.ts";

const entries = 50;
const requests = 400;

/** Prepares lookups of 50 random part numbers, with a new key. */
export async function prepareLookups(
  db: Database,
  client: Client,
  url: string,
): Promise<Pick<Load, "url" | "headers" | "bodies">> {
  const currency = parseCurrency("USD");
  if (currency === undefined) throw new Error("USD is not in the table of currencies");
  const now = new Date();
  const accountId = newId() as AccountId;
  const account = { accountId, name: `Bench ${accountId}`, email: "bench@example.com", currency };
  await db.transaction((tx) => createAccount(tx, { ...account, discount: 0, now }));
  const { key } = await db.transaction((tx) =>
    createKey(tx, { accountId, name: "bench", expiresAt: null, now }),
  );
  const { rows } = await client.query<{ part_number: string }>(
    "select part_number from offers order by hashint8extended(offer_id, 1) limit $1",
    [entries * requests],
  );
  const bodies = Array.from({ length: Math.floor(rows.length / entries) }, (_, place) => {
    const group = rows.slice(place * entries, (place + 1) * entries);
    return JSON.stringify({ part_numbers: group.map(({ part_number }) => part_number) });
  });
  const { headers, urlOf } = createClient(url, key);
  return { url: urlOf("catalog"), headers, bodies };
}
