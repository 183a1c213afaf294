// The operators' pages of calls: all of them, one of them, and what was asked for in vain.
import { writeCsv } from "../../files/writeCsv.ts";
import type { WrittenCell } from "../../files/writtenCells.ts";
import { html } from "../../html/html.ts";
import { selectCallerNames } from "../../requests/callerQueries.ts";
import { selectRequest } from "../../requests/queries.ts";
import { toLoggedRequestId } from "../../requests/requestId.ts";
import type { UnmetDemandPart } from "../../requests/unmetDemandQueries.ts";
import { createFileAnswers } from "../../site/createFileAnswers.ts";
import { type Answer, answerPage, notFound } from "../../site/visit.ts";
import { renderRequestMoment } from "../../views/renderRequest.ts";
import { renderRequestPage } from "../../views/requestPage.ts";
import { accountAddress, orderAddress } from "../accountAddress.ts";
import { allRoles } from "../allRoles.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { unmetDemandNames, unmetDemandPath } from "./requestTabs.ts";
import { showRequests } from "./showRequests.ts";
import {
  loadMisses,
  readUnmetDemandFilter,
  showUnmetDemand,
  type UnmetDemandPageFilter,
} from "./showUnmetDemand.ts";

/** More part numbers than an account can have asked for in vain in a week that anyone reads. */
const exportedParts = 50_000;

async function showRequest({ db, publicUrl }: ConsoleContext, visit: Visit): Promise<Answer> {
  const loggedId = toLoggedRequestId(visit.param("request"));
  const call = loggedId === undefined ? undefined : await selectRequest(db, null, loggedId);
  if (call === undefined) return notFound;
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
  return answerPage({
    title: "Request",
    sentence: renderRequestMoment(call.at),
    above: { href: "/console/requests", text: "Requests" },
    body: renderRequestPage(call, { publicUrl, whose, orderAddress }),
  });
}

function* listUnmetDemand(
  parts: readonly UnmetDemandPart[],
  { week, kind }: UnmetDemandPageFilter,
): Generator<readonly WrittenCell[]> {
  yield ["week", "kind", "part_number", "times", "accounts"];
  for (const { partNumber, times, accounts } of parts) {
    const counts = [{ number: String(times) }, { number: String(accounts) }];
    yield [week, unmetDemandNames[kind].replaceAll("-", " "), partNumber, ...counts];
  }
}

function addMissed({ get, context }: ConsoleServer): void {
  const files = createFileAnswers(context);
  get(unmetDemandPath, { roles: allRoles, answer: (visit) => showUnmetDemand(context, visit) });
  get(`${unmetDemandPath}.csv`, {
    roles: allRoles,
    answer: async (visit) => {
      const asked = readUnmetDemandFilter(visit.query, visit.now);
      const name = `${unmetDemandNames[asked.kind]}-${asked.week}.csv`;
      return files.send(visit, { name, type: "text/csv; charset=utf-8" }, async (session, target) =>
        writeCsv(listUnmetDemand(await loadMisses(session, asked, exportedParts), asked), target),
      );
    },
  });
}

/** Adds `/console/requests` and what is under it. */
export function registerRequests(desk: ConsoleServer): void {
  const { get, context } = desk;
  get("/console/requests", { roles: allRoles, answer: (visit) => showRequests(context, visit) });
  addMissed(desk);
  get("/console/requests/:request", {
    roles: allRoles,
    answer: (visit) => showRequest(context, visit),
  });
}
