// The audit's pages: the list, one deed with what stood before and after, and the export.
import { exportDeeds } from "../../audit/exportDeeds.ts";
import { type StoredDeed, selectDeed } from "../../audit/queries.ts";
import { isUuid } from "../../db/isUuid.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { writeCodeBlock } from "../../html/codeBlock.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { createFileAnswers } from "../../http/createFileAnswers.ts";
import type { Answer } from "../../http/visit.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { everyRole } from "../everyRole.ts";
import { readAskedDeeds } from "./readAskedDeeds.ts";
import { linkDeedAccount, nameDoer, nameSubject, showAudit } from "./showAudit.ts";

const csvFile = { name: "audit.csv", type: "text/csv; charset=utf-8" };

function writeState(label: string, json: string | null): Html {
  if (json === null) return html`<p class="quiet">${label}: nothing</p>\n`;
  return writeCodeBlock(label, JSON.stringify(JSON.parse(json), null, 2));
}

function writeFacts(deed: StoredDeed): Html {
  return writeDefinitions([
    { term: "When", value: writeMoment(deed.at) },
    { term: "Who", value: nameDoer(deed) },
    { term: "E-mail", value: deed.operatorEmail ?? "none" },
    { term: "Subject", value: nameSubject(deed) },
    { term: "Account", value: linkDeedAccount(deed) ?? "none" },
    { term: "Request", value: html`<code>${deed.requestId}</code>` },
  ]);
}

async function showDeed({ db }: ConsoleContext, deedId: string): Promise<Answer> {
  const deed = isUuid(deedId) ? await selectDeed(db, deedId) : undefined;
  if (deed === undefined) return { kind: "nothing" };
  const states = [writeState("Before", deed.before), writeState("After", deed.after)];
  return {
    kind: "page",
    page: {
      title: `${deed.action.slice(0, 1).toUpperCase()}${deed.action.slice(1)}`,
      above: { href: "/console/audit", text: "Audit" },
      body: html`${writeFacts(deed)}${states}`,
    },
  };
}

/** Adds `/console/audit` and what is under it. */
export function registerAudit({ get, context }: ConsoleServer): void {
  const files = createFileAnswers(context);
  get("/console/audit", { roles: everyRole, answer: (visit) => showAudit(context, visit) });
  get("/console/audit/export.csv", {
    roles: everyRole,
    answer: async (visit) => {
      const filter = readAskedDeeds(visit.query);
      return files.send(visit, csvFile, (session, target) =>
        writeCsv(exportDeeds(session, filter), target),
      );
    },
  });
  get("/console/audit/:deed", {
    roles: everyRole,
    answer: ({ param }) => showDeed(context, param("deed")),
  });
}
