// The audit's pages: the list, one deed with what stood before and after, and the export.
import { exportAuditEvents } from "../../audit/exportAuditEvents.ts";
import { type StoredAuditEvent, selectAuditEvent } from "../../audit/queries.ts";
import { isUuid } from "../../db/isUuid.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { createFileAnswers } from "../../site/createFileAnswers.ts";
import { type Answer, answerPage, notFound } from "../../site/visit.ts";
import { allRoles } from "../allRoles.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { readAuditFilter } from "./auditFilter.ts";
import { linkEventAccount, nameDoer, nameSubject, showAudit } from "./showAudit.ts";

const csvFile = { name: "audit.csv", type: "text/csv; charset=utf-8" };

function renderState(label: string, json: string | null): Html {
  if (json === null) return html`<p class="quiet">${label}: nothing</p>\n`;
  return renderCodeBlock(label, JSON.stringify(JSON.parse(json), null, 2));
}

function renderFacts(deed: StoredAuditEvent): Html {
  return renderDefinitions([
    { term: "When", value: renderMoment(deed.at) },
    { term: "Who", value: nameDoer(deed) },
    { term: "E-mail", value: deed.operatorEmail ?? "none" },
    { term: "Subject", value: nameSubject(deed) },
    { term: "Account", value: linkEventAccount(deed) ?? "none" },
    { term: "Request", value: html`<code>${deed.requestId}</code>` },
  ]);
}

async function showDeed({ db }: ConsoleContext, auditEventId: string): Promise<Answer> {
  const deed = isUuid(auditEventId) ? await selectAuditEvent(db, auditEventId) : undefined;
  if (deed === undefined) return notFound;
  const states = [renderState("Before", deed.before), renderState("After", deed.after)];
  return answerPage({
    title: `${deed.action.slice(0, 1).toUpperCase()}${deed.action.slice(1)}`,
    above: { href: "/console/audit", text: "Audit" },
    body: html`${renderFacts(deed)}${states}`,
  });
}

/** Adds `/console/audit` and what is under it. */
export function registerAudit({ get, context }: ConsoleServer): void {
  const files = createFileAnswers(context);
  get("/console/audit", { roles: allRoles, answer: (visit) => showAudit(context, visit) });
  get("/console/audit/export.csv", {
    roles: allRoles,
    answer: async (visit) => {
      const filter = readAuditFilter(visit.query);
      return files.send(visit, csvFile, (session, target) =>
        writeCsv(exportAuditEvents(session, filter), target),
      );
    },
  });
  get("/console/audit/:deed", {
    roles: allRoles,
    answer: ({ param }) => showDeed(context, param("deed")),
  });
}
