// /developers/calls: the account's calls of 30 days, narrowed in the address, paged by ids.
import type { ApiKey } from "../../accounts/account.ts";
import { selectKeys } from "../../accounts/queries.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import { isUuid } from "../../db/isUuid.ts";
import { writeEmptyState } from "../../html/emptyState.ts";
import { writeSelect, writeTextField } from "../../html/field.ts";
import { freshForm, writeButton } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writePager } from "../../html/pager.ts";
import { writeTable } from "../../html/table.ts";
import type { Fields } from "../../http/fields.ts";
import type { Answer } from "../../http/visit.ts";
import { type CallEnd, callEnds, type LoggedCall, selectCalls } from "../../requests/queries.ts";
import { toCallId } from "../../requests/requestId.ts";
import { sayAsked, sayCall, writeCallEnd, writeCallMoment } from "../../views/writeCall.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";

const pageSize = 50;
/** In characters: longer than a request id, a purchase order number or a part number can be. */
const longestSearch = 200;

/** What the list is asked for; texts that mean nothing are as those that were not sent. */
type AskedCalls = {
  readonly end: CallEnd | null;
  readonly key: string | null;
  readonly po: string;
  readonly part: string;
  readonly id: string;
  readonly before: string | null;
};

const endWords: Readonly<Record<CallEnd, string>> = {
  answered: "Answered (2xx)",
  refused: "Refused (4xx)",
  failed: "Failed here (5xx)",
};

function readAskedCalls(query: Fields): AskedCalls {
  const text = (name: string) => query.text(name).trim().slice(0, longestSearch).toWellFormed();
  const [key, before] = [query.text("key"), query.text("before")];
  return {
    end: callEnds.find((one) => one === query.text("status")) ?? null,
    key: isUuid(key) ? key : null,
    po: text("po"),
    part: text("part"),
    id: text("id"),
    before: isUuid(before) ? before : null,
  };
}

function writeAddress({ end, key, po, part }: AskedCalls, before: string | null): string {
  const texts = { status: end, key, po, part, before };
  const sent = Object.entries(texts).filter(([, text]) => text !== null && text !== "");
  const query = new URLSearchParams(sent as [string, string][]).toString();
  return query === "" ? "/developers/calls" : `/developers/calls?${query}`;
}

function writeFilters(asked: AskedCalls, keys: readonly ApiKey[]): Html {
  const { end, key, po, part, id } = asked;
  const fresh = freshForm({ status: end ?? "", key: key ?? "", po, part, id });
  const state = { ...fresh, prefix: "filter" };
  const any = { value: "", text: "Any" };
  const field = (name: string, label: string) =>
    writeTextField(state, { name, label, maxLength: longestSearch, code: true });
  return html`<form class="filters" action="/developers/calls" role="search"
 aria-label="Narrow the list">
${writeSelect(state, {
  name: "status",
  label: "Status",
  options: [any, ...callEnds.map((one) => ({ value: one, text: endWords[one] }))],
})}${writeSelect(state, {
  name: "key",
  label: "Key",
  options: [any, ...keys.map((one) => ({ value: one.keyId, text: sayKey(one) }))],
})}${[field("po", "PO"), field("part", "Part number"), field("id", "Request id")]}${writeButton({
  text: "Apply",
})}
</form>
`;
}

function sayKey({ name, lastFour }: ApiKey): string {
  return `${name} …${lastFour}`;
}

function writeRows(calls: readonly LoggedCall[], keys: readonly ApiKey[]): Html {
  const keyOf = new Map(keys.map((key) => [key.keyId, sayKey(key)]));
  return writeTable({
    caption: "Requests, the newest first",
    columns: [
      { title: "When", kind: "words" },
      { title: "Call", kind: "code" },
      { title: "Status", kind: "words" },
      { title: "Key", kind: "text" },
      { title: "PO", kind: "text" },
      { title: "Asked", kind: "words" },
      { title: "ms", kind: "number" },
    ],
    rows: calls.map((call) => ({
      cells: [
        html`<a href="/developers/calls/${call.requestId}">${writeCallMoment(call.at)}</a>`,
        sayCall(call),
        writeCallEnd(call),
        call.keyId === null ? null : (keyOf.get(call.keyId) ?? null),
        call.poNumber,
        sayAsked(call),
        call.durationMs.toFixed(1),
      ],
    })),
  });
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
  const { end, key, po, part, id, before } = asked;
  if (toCallId(id) !== undefined) {
    return { kind: "see other", to: `/developers/calls/${toCallId(id)}` };
  }
  const filter = {
    accountId,
    keyId: key,
    end,
    poNumber: po === "" ? null : po,
    partNumberKey: part === "" ? null : partNumberKey(part),
    before,
    limit: pageSize + 1,
  };
  const [keys, found] = await Promise.all([
    selectKeys(db, accountId),
    id === "" ? selectCalls(db, filter, visit.now) : [],
  ]);
  const calls = found.slice(0, pageSize);
  const last = found.length > pageSize ? calls.at(-1) : undefined;
  const pager = writePager({
    back: before === null ? null : writeAddress(asked, null),
    on: last === undefined ? null : writeAddress(asked, last.callId),
    backText: "Newest",
  });
  const list = calls.length === 0 ? writeNone(asked) : html`${writeRows(calls, keys)}${pager}`;
  return {
    kind: "page",
    page: {
      title: "Requests",
      sentence: "What your systems asked in the last 30 days, and what came of it.",
      above: { href: "/developers", text: "Developers" },
      body: html`${writeFilters(asked, keys)}${list}`,
    },
  };
}
