// Measures each page of the console with the data of a large distributor: a million offers, 2,000
// accounts, 100,000 orders and millions of logged requests.

import type { Database } from "../src/db/database.ts";
import { newId } from "../src/db/newId.ts";
import { formatTable } from "../src/kit/shell/printResult.ts";
import { describeSessionCookie } from "../src/kit/site/sessionCookie.ts";
import { parseEmail } from "../src/mail/emailAddress.ts";
import type { PasswordHash } from "../src/signIn/passwordHasher.ts";
import { createSession } from "../src/signIn/sessions.ts";
import type { UserId } from "../src/signIn/signedIn.ts";
import { insertUser } from "../src/signIn/userQueries.ts";
import { findPages } from "./findPages.ts";
import { loadRequests } from "./loadRequests.ts";
import { measurePage, type ServedPage } from "./measurePage.ts";
import { startServedNode } from "./servedNode.ts";
import { withBenchDatabase } from "./withBenchDatabase.ts";

type ConsoleFigures = ServedPage & { readonly path: string };

const rounds = 40;
const maxP95Ms = 150;

/** Creates an admin and returns the token of their session. */
async function signIn(db: Database): Promise<string> {
  const userId = newId() as UserId;
  const email = parseEmail(`${userId}@bench.example`);
  if (email === undefined) throw new Error("The operator has no e-mail address.");
  const now = new Date();
  const passwordHash = "no password matches this" as PasswordHash;
  const person = { accountId: null, name: "Bench Operator", role: "admin" } as const;
  await insertUser(db, { ...person, userId, email, passwordHash, now });
  const browser = { userAgent: "bench", replaces: undefined };
  return db.transaction((tx) => createSession(tx, userId, browser, now));
}

async function prepare(dataDir: string, requests: number): Promise<string> {
  return withBenchDatabase(dataDir, async ({ db, client }) => {
    await loadRequests(db, client, requests);
    return signIn(db);
  });
}

/** Searches that are not linked from any page. */
const searches = [
  "orders?q=PO-5000",
  "orders?q=NO-SUCH",
  "accounts?q=account%201",
  "accounts?q=nobody",
  "catalog?q=washer",
  "catalog?q=MS",
  "catalog?q=NO-SUCH-PART",
  "keys?q=nobody",
  "requests?part=PART-19999",
  "requests?part=NO-SUCH-PART",
  "requests?po=PO-30000",
].map((search) => `/console/${search}`);

/** Measures every kind of page that an operator can reach. */
export async function measureConsole(dataDir: string, requests: number): Promise<ConsoleFigures[]> {
  const token = await prepare(dataDir, requests);
  const node = await startServedNode(dataDir);
  try {
    const cookie = `${describeSessionCookie(node.url, "partsdesk-console").name}=${token}`;
    const start = ["/console", ...searches];
    const paths = await findPages(node.url, cookie, "/console", start);
    const figures: ConsoleFigures[] = [];
    for (const path of paths) {
      const served = await measurePage(node.url + path, cookie, node.child.pid, rounds);
      figures.push({ path, ...served });
    }
    return figures;
  } finally {
    await node.child.stop();
  }
}

/** Target: p95 below 150 ms. */
export function describeConsole(figures: readonly ConsoleFigures[]): string[] {
  const rows = figures.map(({ path, p50Ms, p95Ms, cpuMs, bytes }) => [
    path,
    p50Ms.toFixed(1),
    p95Ms.toFixed(1),
    cpuMs.toFixed(1),
    (bytes / 1000).toFixed(1),
    p95Ms < maxP95Ms ? "met" : "missed",
  ]);
  return formatTable(["page", "p50 ms", "p95 ms", "CPU ms", "KB", "150 ms"], rows);
}
