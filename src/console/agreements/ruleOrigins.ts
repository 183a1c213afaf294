// Where the rules of an agreement come from: an edit, a file, or the opening of the account.
import type { AccountId } from "../../accounts/account.ts";
import { type StoredAuditEvent, selectAuditEvents } from "../../audit/queries.ts";
import type { Database } from "../../db/database.ts";
import { type Content, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import type { AgreementRule } from "../../pricing/agreement.ts";
import { type RuleOrigin, selectRuleOrigins } from "../../pricing/agreements/ruleEditQueries.ts";
import { runAddress } from "../addresses.ts";
import { texts as auditTexts } from "../audit/texts.ts";
import { texts } from "./texts.ts";

export type RuleOrigins = {
  readonly runs: ReadonlyMap<string, RuleOrigin>;
  /** The audit event of opening the account, if a rule has no run and there is one. */
  readonly opening: StoredAuditEvent | undefined;
};

/** The discount of a new account belongs to no run. */
function isOfOpening({ scope, runId }: AgreementRule): boolean {
  return scope === "account" && runId === null;
}

export async function loadRuleOrigins(
  db: Database,
  accountId: AccountId,
  rules: readonly AgreementRule[],
): Promise<RuleOrigins> {
  const filter = { accountId, action: auditTexts.opened };
  const [runs, [opening]] = await Promise.all([
    selectRuleOrigins(
      db,
      rules.flatMap(({ runId }) => runId ?? []),
    ),
    rules.some(isOfOpening) ? selectAuditEvents(db, filter, { before: null, limit: 1 }) : [],
  ]);
  return { runs, opening };
}

function renderOpening(opening: StoredAuditEvent | undefined): Content {
  if (opening === undefined) return texts.origins.opening;
  const { auditEventId, operatorName, at } = opening;
  const by = operatorName ?? "command line";
  return html`<a href="/console/audit/${auditEventId}">${texts.origins.opening}</a>, ${by},
${renderMoment(at)}`;
}

export function renderOrigin(rule: AgreementRule, { runs, opening }: RuleOrigins): Content {
  if (isOfOpening(rule)) return renderOpening(opening);
  const origin = rule.runId === null ? undefined : runs.get(rule.runId);
  if (origin === undefined) return html`<span class="quiet">unknown</span>`;
  const { mode, startedBy, fileName, at } = origin;
  if (mode === "edit") {
    const events = `/console/audit?kind=agreement+rule&subject=${rule.ruleId}`;
    return html`<a href="${events}">edited</a>, ${startedBy}, ${renderMoment(at)}`;
  }
  return html`<a href="${runAddress(origin.runId)}">run ${origin.runId}</a>, ${
    fileName ?? "file"
  }, ${renderMoment(at)}`;
}
