// The operators' pages of calls: all of them, one of them, and what was asked for in vain.
import { writeCsv } from "../../files/writeCsv.ts";
import type { WrittenCell } from "../../files/writtenCell.ts";
import { html } from "../../html/html.ts";
import { createFileAnswers } from "../../http/createFileAnswers.ts";
import type { Answer } from "../../http/visit.ts";
import { selectCallerNames } from "../../requests/callerQueries.ts";
import type { MissedPart } from "../../requests/missedQueries.ts";
import { selectCall } from "../../requests/queries.ts";
import { toCallId } from "../../requests/requestId.ts";
import { writeCallPage } from "../../views/callPage.ts";
import { writeCallMoment } from "../../views/writeCall.ts";
import { accountAddress, orderAddress } from "../accountAddress.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { ConsoleServer, Visit } from "../consoleServer.ts";
import { everyRole } from "../everyRole.ts";
import { missedPath, missNames } from "./requestTabs.ts";
import { showCalls } from "./showCalls.ts";
import { type AskedMisses, loadMisses, readAskedMisses, showMissed } from "./showMissed.ts";

/** More part numbers than an account can have asked for in vain in a week that anyone reads. */
const exportedParts = 50_000;

async function showCall({ db, publicUrl }: ConsoleContext, visit: Visit): Promise<Answer> {
  const callId = toCallId(visit.param("request"));
  const call = callId === undefined ? undefined : await selectCall(db, null, callId);
  if (call === undefined) return { kind: "nothing" };
  const { accounts, keys } = await selectCallerNames(db, [call]);
  const { accountId, keyId } = call;
  const account =
    accountId === null
      ? "none: the key was not good"
      : html`<a href="${accountAddress(accountId)}">${accounts.get(accountId) ?? accountId}</a>`;
  const key =
    keyId === null
      ? []
      : [
          {
            term: "Key",
            value: html`<a href="/console/keys/${keyId}">${keys.get(keyId) ?? keyId}</a>`,
          },
        ];
  const whose = [{ term: "Account", value: account }, ...key];
  return {
    kind: "page",
    page: {
      title: "Request",
      sentence: writeCallMoment(call.at),
      above: { href: "/console/requests", text: "Requests" },
      body: writeCallPage(call, { publicUrl, whose, orderAddress }),
    },
  };
}

function* listMisses(
  parts: readonly MissedPart[],
  { week, kind }: AskedMisses,
): Generator<readonly WrittenCell[]> {
  yield ["week", "kind", "part_number", "times", "accounts"];
  for (const { partNumber, times, accounts } of parts) {
    const counts = [{ number: String(times) }, { number: String(accounts) }];
    yield [week, missNames[kind].replaceAll("-", " "), partNumber, ...counts];
  }
}

function addMissed({ get, context }: ConsoleServer): void {
  const files = createFileAnswers(context);
  get(missedPath, { roles: everyRole, answer: (visit) => showMissed(context, visit) });
  get(`${missedPath}.csv`, {
    roles: everyRole,
    answer: async (visit) => {
      const asked = readAskedMisses(visit.query, visit.now);
      const name = `${missNames[asked.kind]}-${asked.week}.csv`;
      return files.send(visit, { name, type: "text/csv; charset=utf-8" }, async (session, target) =>
        writeCsv(listMisses(await loadMisses(session, asked, exportedParts), asked), target),
      );
    },
  });
}

/** Adds `/console/requests` and what is under it. */
export function registerRequests(desk: ConsoleServer): void {
  const { get, context } = desk;
  get("/console/requests", { roles: everyRole, answer: (visit) => showCalls(context, visit) });
  addMissed(desk);
  get("/console/requests/:request", {
    roles: everyRole,
    answer: (visit) => showCall(context, visit),
  });
}
