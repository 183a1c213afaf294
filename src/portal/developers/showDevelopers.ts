// The first page for developers: the account's keys, what was asked for, where and how to call.
import type { ApiKey, KeyId } from "../../accounts/account.ts";
import { keyState } from "../../accounts/account.ts";
import { type KeyRequest, selectWaitingRequests } from "../../accounts/keyRequestQueries.ts";
import { selectKeys } from "../../accounts/queries.ts";
import type { SignedIn } from "../../accounts/signedIn.ts";
import { apiPrefixes, limits } from "../../contract/limits.ts";
import { writeCopyable } from "../../html/copyable.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { writeEmptyState } from "../../html/emptyState.ts";
import { writeButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeNotice } from "../../html/notice.ts";
import { writeTable } from "../../html/table.ts";
import type { SitePage } from "../../http/visit.ts";
import { countKeyCalls, firstKeptDay } from "../../requests/queries.ts";
import { writeKeyTable } from "../../views/writeKeyTable.ts";
import type { PortalContext } from "../portalContext.ts";
import { writeCallSample } from "./writeCallSample.ts";

type KeyCounts = ReadonlyMap<KeyId, number>;

function writeKeys(keys: readonly ApiKey[], calls: KeyCounts, isAdmin: boolean, now: Date): Html {
  if (keys.length === 0) {
    const how = isAdmin
      ? html`Your systems call with a key.
<a href="/developers/request">Request one</a>; it comes by mail.`
      : "Your systems call with a key. An admin of your account can request one.";
    return writeEmptyState("No keys yet", how);
  }
  const good = keys.filter((key) => keyState(key, now) === "active");
  const ended = keys.filter((key) => keyState(key, now) !== "active");
  return writeKeyTable({
    caption: "Keys of the account, those that are good first",
    keys: [...good.toReversed(), ...ended.toReversed()],
    now,
    address: ({ keyId }) => `/developers/keys/${keyId}`,
    calls: { counts: calls, root: "/developers/calls" },
  });
}

function writeRequests(requests: readonly KeyRequest[]): Html | null {
  if (requests.length === 0) return null;
  return html`<h2>Requested</h2>
${writeTable({
  caption: "Keys that are requested and not issued yet",
  columns: [
    { title: "Name", kind: "prose" },
    { title: "By", kind: "words" },
    { title: "On", kind: "words" },
    { title: "What for", kind: "prose" },
  ],
  rows: requests.map(({ keyName, email, createdAt, purpose }) => ({
    cells: [keyName, email, writeMoment(createdAt), purpose],
  })),
})}`;
}

/** A limit in a minute; the operator may have set none. */
function sayLimit(aMinute: number): string {
  return aMinute === 0 ? "no limit" : `${aMinute.toLocaleString("en-US")} a minute for each key`;
}

function writeCalling({ publicUrl, rateLimits }: PortalContext): Html {
  const [canonical, alias] = apiPrefixes.map((prefix) => `${publicUrl}${prefix}`);
  const address = (text: string | undefined, what: string) => writeCopyable(text ?? "", what);
  return html`<h2 id="calling">Calling</h2>
${writeDefinitions([
  { term: "Base address", value: address(canonical, "the base address") },
  { term: "The same, shorter", value: address(alias, "the shorter base address") },
  { term: "Lookups", value: sayLimit(rateLimits.catalog) },
  { term: "Orders", value: sayLimit(rateLimits.orders) },
  { term: "Numbers and names a lookup", value: `up to ${limits.entries}` },
  { term: "Lines an order", value: `up to ${limits.orderLines}` },
])}<p class="quiet">Beyond a limit the answer is 429 and says in Retry-After how many seconds to
wait. Every field and every error is in the <a href="/docs">API reference</a>.</p>
`;
}

/** What was just done, as a sentence; nothing for any other word. */
function writeDone(done: string): Html | null {
  if (done === "requested") {
    const next =
      "We answer within one business day. The key comes by mail to your account's address.";
    return writeNotice("good", "The key is requested.", next);
  }
  if (done === "revoked") {
    return writeNotice("good", "The key is revoked.", "Calls with it are refused from now on.");
  }
  return null;
}

/** The page, for whoever of the account is signed in; `done` is what they have just done. */
export async function showDevelopers(
  context: PortalContext,
  { account, user }: SignedIn,
  done: string,
  now: Date,
): Promise<SitePage> {
  const { db } = context;
  const isAdmin = user.role === "admin";
  const keys = await selectKeys(db, account.accountId);
  const counts = await countKeyCalls(db, account.accountId, firstKeptDay(now));
  const calls = new Map(counts.map((count) => [count.keyId, count.calls]));
  const requests = await selectWaitingRequests(db, account.accountId);
  const sample = await writeCallSample(context, null, now);
  return {
    title: "Developers",
    sentence: isAdmin
      ? "Keys with which your systems look parts up and place drafts."
      : "Keys with which your systems look parts up and place drafts. Admins change them.",
    ...(isAdmin
      ? { primary: writeButtonLink("/developers/request", "Request a key", "primary") }
      : {}),
    body: html`${writeDone(done)}<h2 id="keys">Keys</h2>
${writeKeys(keys, calls, isAdmin, now)}<p><a href="/developers/calls">Requests of the last 30
days</a></p>
${writeRequests(requests)}${writeCalling(context)}${sample}`,
  };
}
