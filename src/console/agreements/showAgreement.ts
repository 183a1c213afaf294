import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { filterKey } from "../../catalog/partNumber.ts";
import { utcDay } from "../../day.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderActions, renderButtonLink, renderFilters } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { byName, formatAddress, renderPager } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import { catalogManagers, mayUse } from "../../kit/access.ts";
import type { RuleScope } from "../../pricing/agreement.ts";
import { exportAgreement } from "../../pricing/agreements/exportAgreement.ts";
import {
  type ListedRule,
  maxRulesOfSubject,
  selectListedRules,
} from "../../pricing/agreements/ruleListQueries.ts";
import { answerPage } from "../../site/visit.ts";
import { accountAddress, agreementAddress, linkCatalogPart } from "../addresses.ts";
import type { Handler, Visit } from "../consoleContext.ts";
import { readText } from "../filters.ts";
import {
  describeOrderTerms,
  describeTerm,
  renderRuleState,
  renderValidity,
} from "./describeTerm.ts";
import { loadRuleOrigins, type RuleOrigins, renderOrigin } from "./ruleOrigins.ts";
import { texts } from "./texts.ts";

const subjectsOnPage = 25;

const scopes: readonly RuleScope[] = ["part", "vendor", "account"];

type RuleFilter = { readonly scope: RuleScope; readonly text: string; readonly after: string };

function readFilter(query: Visit["query"]): RuleFilter {
  const named = query.text("of");
  const scope = named === "vendor" || named === "account" ? named : "part";
  return { scope, text: readText(query, "q"), after: readText(query, "after") };
}

function listAddress(accountId: string, { scope, text, after }: RuleFilter): string {
  const of = scope === "part" ? null : scope;
  return formatAddress(agreementAddress(accountId), { of, q: text, after });
}

function renderSubject(rule: ListedRule): Content {
  if (rule.scope === "part") return linkCatalogPart(rule.partNumber ?? rule.subject);
  return rule.scope === "vendor" ? rule.vendor : "All offers";
}

function describeNarrowing({ scope, vendor, condition, minQuantity }: ListedRule): string {
  const only = [scope === "part" ? vendor : null, condition].filter((name) => name !== null);
  const from = minQuantity === 1 ? [] : [`from ${formatCount(minQuantity)}`];
  return [...only, ...from].join(", ");
}

function renderRules(
  accountId: string,
  rules: readonly ListedRule[],
  origins: RuleOrigins,
  { day, verb, scope }: { day: string; verb: string; scope: RuleScope },
): Html {
  const renderSource = (rule: ListedRule) =>
    html`<span class="quiet">${renderOrigin(rule, origins)}</span>`;
  const link = ({ ruleId }: ListedRule) =>
    html`<a href="${agreementAddress(accountId, `/rules/${ruleId}`)}"
 aria-label="${verb} rule ${ruleId}">${verb}</a>`;
  return renderRows("Rules of the agreement", rules, [
    { title: "Applies to", kind: scope === "part" ? "code" : "text", cell: renderSubject },
    { title: "Terms", kind: "words", cell: describeNarrowing },
    { title: "Price", kind: "number", cell: describeTerm },
    { title: "Order quantity", kind: "words", cell: describeOrderTerms },
    { title: "Valid", kind: "words", cell: renderValidity },
    {
      title: "State",
      kind: "words",
      corner: true,
      cell: (rule) => renderRuleState(rule, day),
    },
    { title: "Source", kind: "prose", cell: renderSource },
    { title: "Actions", kind: "actions", cell: link },
  ]);
}

function renderSearch(accountId: string, { scope, text }: RuleFilter): Content {
  if (scope === "account") return null;
  const label = scope === "part" ? "Part number begins with" : "Vendor begins with";
  return renderFilters({
    action: agreementAddress(accountId),
    label: texts.agreement.rules,
    hidden: { of: scope === "part" ? null : scope },
    fields: html`<label for="rules-q">${label}</label>
<input id="rules-q" type="search" name="q" value="${text}" maxlength="200" autocomplete="off"
 spellcheck="false">
`,
    button: "Search",
  });
}

function renderNone({ scope, text }: RuleFilter): Html {
  if (text !== "") {
    const how = html`<p>Enter the beginning of the part number or vendor, with its punctuation.</p>`;
    return renderEmptyState(`No rules for “${text}”`, how);
  }
  const how = html`<p>${texts.noneHints[scope]}</p>`;
  return renderEmptyState("No rules yet", how);
}

function renderLimit(rules: readonly ListedRule[]): Content {
  const bySubject = Map.groupBy(rules, ({ subject }) => subject);
  const limited = [...bySubject.values()].filter((ofOne) => ofOne.length >= maxRulesOfSubject);
  if (limited.length === 0) return null;
  return renderNotice(
    "short",
    `Showing at most ${formatCount(maxRulesOfSubject)} rules per part, vendor or account`,
    html`<p>The CSV file has all of them.</p>`,
  );
}

/** Undoing the addition of a rule leads here, since its page is gone. */
const messages: Messages = { undone: () => renderNotice("good", "Rule removed.") };

function renderLinks(accountId: string, mayEdit: boolean): Html {
  const price = renderButtonLink(agreementAddress(accountId, "/price"), "Explain price", "plain");
  const csv = html`<a class="button plain" href="${agreementAddress(accountId, "/agreement.csv")}"
>Download CSV</a>`;
  if (!mayEdit) return renderActions(price, csv);
  const file = `/console/imports/new?kind=agreement&account=${accountId}`;
  return renderActions(price, csv, renderButtonLink(file, "Import file", "plain"));
}

export const showAgreement: Handler<OperatorAccount> = async (
  { db },
  visit,
  { accountId, name, currency },
) => {
  const { query, now, signedIn } = visit;
  const filter = readFilter(query);
  const { scope, text, after } = filter;
  const begins = scope === "part" ? filterKey(text) : text;
  const where = { prefix: begins, after: after === "" ? null : after };
  const found = await selectListedRules(db, accountId, scope, where, subjectsOnPage + 1);
  const subjects = [...new Set(found.map(({ subject }) => subject))];
  const shown = new Set(subjects.slice(0, subjectsOnPage));
  const rules = found.filter(({ subject }) => shown.has(subject));
  const origins = await loadRuleOrigins(db, accountId, rules);
  const next = subjects.length > subjectsOnPage ? subjects[subjectsOnPage - 1] : undefined;
  const pager = renderPager({
    back: after === "" ? null : listAddress(accountId, { ...filter, after: "" }),
    on: next === undefined ? null : listAddress(accountId, { ...filter, after: next }),
    ...byName,
  });
  const tabs = scopes.map((one) => ({
    href: listAddress(accountId, { scope: one, text: "", after: "" }),
    text: texts.scopes[one],
    current: one === scope,
  }));
  const mayEdit = mayUse(catalogManagers, signedIn);
  const how = { day: utcDay(now), verb: mayEdit ? "Edit" : "Show", scope };
  const list = html`${renderLimit(rules)}${renderRules(accountId, rules, origins, how)}${pager}`;
  const message = renderMessage(messages, query.text("done"), null);
  const add = renderButtonLink(agreementAddress(accountId, "/rules/new"), "Add rule", "primary");
  return answerPage({
    title: texts.agreement.title(name),
    sentence:
      `Prices in ${currency}. Rules for parts apply first, then rules for vendors, the account ` +
      "discount, and the list price.",
    above: { href: accountAddress(accountId), text: name },
    ...(mayEdit && { primary: add }),
    body: html`${[
      message,
      renderLinks(accountId, mayEdit),
      renderTabs(texts.agreement.rules, tabs),
      renderSearch(accountId, filter),
      rules.length === 0 ? renderNone(filter) : list,
    ]}`,
  });
};

const csvFile = { name: "agreement.csv", type: "text/csv; charset=utf-8" };

export const sendAgreementFile: Handler<OperatorAccount> = async (
  { files },
  visit,
  { accountId },
) => {
  return files.send(visit, csvFile, (session, target) =>
    writeCsv(exportAgreement(session, accountId), target),
  );
};
