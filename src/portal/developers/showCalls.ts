// /developers/calls: the account's calls of 30 days, narrowed in the address, paged by ids.
import type { ApiKey } from "../../accounts/account.ts";
import { selectKeys } from "../../accounts/queries.ts";
import { cutPage } from "../../html/cutPage.ts";
import { writeEmptyState } from "../../html/emptyState.ts";
import { writeSelect } from "../../html/field.ts";
import { freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writePager } from "../../html/pager.ts";
import type { Answer } from "../../http/visit.ts";
import { selectCalls } from "../../requests/queries.ts";
import { toCallId } from "../../requests/requestId.ts";
import {
  type AskedCalls,
  readAskedCalls,
  toCallFilter,
  writeCallFilters,
  writeCallRows,
  writeCallsAddress,
} from "../../views/askedCalls.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";

const path = "/developers/calls";
const pageSize = 50;

function writeKeyFilter(keys: readonly ApiKey[], key: string | null): Html {
  const state = { ...freshForm({ key: key ?? "" }), prefix: "filter" };
  const options = keys.map((one) => ({ value: one.keyId, text: sayKey(one) }));
  const any = { value: "", text: "Any" };
  return writeSelect(state, { name: "key", label: "Key", options: [any, ...options] });
}

function sayKey({ name, lastFour }: ApiKey): string {
  return `${name} …${lastFour}`;
}

function writeNone({ end, key, po, part, id }: AskedCalls): Html {
  const isNarrowed = end !== null || key !== null || po !== "" || part !== "" || id !== "";
  if (!isNarrowed) {
    const how = html`<p>Each call with one of your <a href="/developers">keys</a> is here a second
after it was answered, for 30 days.</p>`;
    return writeEmptyState("No requests yet", how);
  }
  return writeEmptyState(
    "No request matches",
    html`<p>A PO, a part number and a request id are found whole.
<a href="/developers/calls">All requests of 30 days</a></p>`,
  );
}

/** The list of the account's requests; a request id that was asked for leads to its page. */
export async function showCalls({ db }: PortalContext, visit: Visit): Promise<Answer> {
  const { accountId } = visit.signedIn.account;
  const asked = readAskedCalls(visit.query);
  const { id, before } = asked;
  if (toCallId(id) !== undefined) return { kind: "see other", to: `${path}/${toCallId(id)}` };
  const ofAccount = { accountId, from: null, until: null };
  const filter = { ...toCallFilter(asked, pageSize + 1), ...ofAccount };
  const [keys, found] = await Promise.all([
    selectKeys(db, accountId),
    id === "" ? selectCalls(db, filter, visit.now) : [],
  ]);
  const { rows: calls, last } = cutPage(found, pageSize);
  const pager = writePager({
    back: before === null ? null : writeCallsAddress(path, asked, null),
    on: last === undefined ? null : writeCallsAddress(path, asked, last.callId),
    backText: "Newest",
  });
  const names = new Map<string | null, string>(keys.map((key) => [key.keyId, sayKey(key)]));
  const rows = writeCallRows(calls, {
    callAddress: (requestId) => `${path}/${requestId}`,
    keyOf: ({ keyId }) => names.get(keyId),
  });
  const list = calls.length === 0 ? writeNone(asked) : html`${rows}${pager}`;
  return {
    kind: "page",
    page: {
      title: "Requests",
      sentence: "What your systems asked in the last 30 days, and what came of it.",
      above: { href: "/developers", text: "Developers" },
      body: html`${writeCallFilters(path, asked, writeKeyFilter(keys, asked.key))}${list}`,
    },
  };
}
