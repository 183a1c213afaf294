import type { StoredAuditEvent } from "../../audit/queries.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { answerPage } from "../../site/visit.ts";
import type { Handler } from "../consoleContext.ts";
import { linkEventAccount, nameActor, nameSubject } from "./showAudit.ts";

function renderState(label: string, json: string | null): Html {
  if (json === null) return html`<p class="quiet">${label}: none</p>\n`;
  return renderCodeBlock(label, JSON.stringify(JSON.parse(json), null, 2));
}

function renderFacts(event: StoredAuditEvent): Html {
  return renderDefinitions([
    { term: "When", value: renderMoment(event.at) },
    { term: "Who", value: nameActor(event) },
    { term: "E-mail", value: event.operatorEmail ?? "None" },
    { term: "Subject", value: nameSubject(event) },
    { term: "Account", value: linkEventAccount(event) ?? "None" },
    { term: "Request", value: html`<code>${event.requestId}</code>` },
  ]);
}

export const showAuditEvent: Handler<StoredAuditEvent> = async (_context, _visit, event) => {
  const { action, before, after } = event;
  const states = [renderState("Before", before), renderState("After", after)];
  return answerPage({
    title: `${action.slice(0, 1).toUpperCase()}${action.slice(1)}`,
    above: { href: "/console/audit", text: "Audit" },
    body: html`${renderFacts(event)}${states}`,
  });
};
