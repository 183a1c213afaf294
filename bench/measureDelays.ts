// Measures how soon lookups show a committed change of stock or of an agreement, and how soon a
// revoked key is rejected.
import { setTimeout as delay } from "node:timers/promises";
import type { AccountId } from "../src/accounts/account.ts";
import { shellActor } from "../src/audit/actor.ts";
import { createKey } from "../src/keys/issueKey.ts";
import { revokeKey } from "../src/keys/revokeKey.ts";
import { formatTable } from "../src/kit/shell/printResult.ts";
import { createClient } from "./client.ts";
import { sortForPercentiles } from "./percentiles.ts";
import { startServedNode } from "./servedNode.ts";
import { type BenchConnection, withBenchDatabase } from "./withBenchDatabase.ts";

/** Milliseconds from a commit to the first response that shows it. */
type DelayFigures = {
  readonly what: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
};

type Node = BenchConnection & { readonly url: string; readonly key: string };

const rounds = 300;
const maxP99Ms = 100;
const pollMs = 1;
const maxWaitMs = 5_000;

async function waitUntil(isShown: () => Promise<boolean>): Promise<number> {
  const startMs = performance.now();
  while (!(await isShown())) {
    if (performance.now() - startMs > maxWaitMs) throw new Error("A commit did not show in 5 s.");
    await delay(pollMs);
  }
  return performance.now() - startMs;
}

/** Repeats a measurement, at different distances from the follower's last poll. */
async function repeat(
  what: string,
  measure: (round: number) => Promise<number>,
): Promise<DelayFigures> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await measure(round));
    await delay(20 + (round % 9) * 10);
  }
  const at = sortForPercentiles(times);
  return { what, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

async function measureStock({ url, key, client }: Node): Promise<DelayFigures> {
  const { rows } = await client.query<{ id: string; number: string; received: string }>(
    `select offer_id as id, part_number as number, received from offers
      where shelf_life_expires is null order by offer_id desc limit 1`,
  );
  const [part] = rows;
  if (part === undefined) throw new Error("The catalog has no offer without a shelf life.");
  const api = createClient(url, key);
  const body = JSON.stringify({ part_numbers: [part.number] });
  const figures = await repeat("a changed stock shows", async (round) => {
    const stock = 900_000_000 + round;
    await client.query(
      "update offers set received = shipped + allocated + $2 where offer_id = $1",
      [part.id, stock],
    );
    return waitUntil(async () =>
      (await api.post("catalog", body)).body.includes(`"available_stock":${stock},`),
    );
  });
  const restore = "update offers set received = $2 where offer_id = $1";
  await client.query(restore, [part.id, part.received]);
  return figures;
}

async function measureAgreement({ url, key, client }: Node): Promise<DelayFigures> {
  const { rows } = await client.query<{ ruleId: string; number: string; price: string }>(
    `select r.rule_id as "ruleId", r.part_number as number, r.unit_price as price
      from agreement_rules r
      where r.scope = 'part' and r.currency = 'USD' and r.vendor is null and r.condition is null
        and r.account_id = (select account_id from api_keys order by created_at desc limit 1)
      order by r.rule_id limit 1`,
  );
  const [rule] = rows;
  if (rule === undefined) throw new Error("The account has no contract price.");
  const api = createClient(url, key);
  const body = JSON.stringify({ part_numbers: [rule.number], include: ["account_price"] });
  const change = "update agreement_rules set unit_price = $2 where rule_id = $1";
  const figures = await repeat("a changed agreement shows", async (round) => {
    await client.query(change, [rule.ruleId, 100_000_00 + round]);
    const amount = `"amount":"${(100_000 + round / 100).toFixed(2)}"`;
    return waitUntil(async () => (await api.post("catalog", body)).body.includes(amount));
  });
  await client.query(change, [rule.ruleId, rule.price]);
  return figures;
}

async function measureRevocations({ url, db, client }: Node): Promise<DelayFigures> {
  const { rows } = await client.query<{ accountId: AccountId }>(
    `select account_id as "accountId" from api_keys order by created_at desc limit 1`,
  );
  const [owner] = rows;
  if (owner === undefined) throw new Error("No account has a key.");
  return repeat("a revoked key is rejected", async (round) => {
    const now = new Date();
    const request = { ...owner, name: `bench ${round}`, expiresAt: null, now };
    const { key, keyId } = await db.transaction((tx) => createKey(tx, request));
    const { headers, urlOf } = createClient(url, key);
    const lookUp = { method: "POST", headers, body: '{"part_numbers":["X"]}' };
    const answers = async (status: number) => {
      const answer = await fetch(urlOf("catalog"), lookUp);
      await answer.body?.cancel();
      return answer.status === status;
    };
    await waitUntil(() => answers(200));
    await revokeKey(db, { ...owner, keyId }, new Date(), shellActor);
    return waitUntil(() => answers(401));
  });
}

/** Measures a node on the folder's database, whose account has this key. */
export async function measureDelays(dataDir: string, key: string): Promise<DelayFigures[]> {
  const node = await startServedNode(dataDir);
  try {
    return await withBenchDatabase(dataDir, async (connection) => {
      const measured = { ...connection, url: node.url, key };
      return [
        await measureStock(measured),
        await measureAgreement(measured),
        await measureRevocations(measured),
      ];
    });
  } finally {
    await node.child.stop();
  }
}

/** Target: p99 below 100 ms. */
export function describeDelays(figures: readonly DelayFigures[]): string[] {
  const rows = figures.map(({ what, p50Ms, p99Ms, maxMs }) => [
    what,
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    maxMs.toFixed(1),
    p99Ms < maxP99Ms ? "met" : "missed",
  ]);
  return formatTable(["commit", "p50 ms", "p99 ms", "longest ms", "p99 100 ms"], rows);
}
