import { utcDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderFilters } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderAge, renderDay } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { byName, formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import {
  type ListedAgreement,
  maxCounted,
  selectAgreements,
} from "../../pricing/agreements/ruleListQueries.ts";
import { answerPage } from "../../site/visit.ts";
import { agreementAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { readText } from "../filters.ts";
import { texts } from "./texts.ts";

const path = "/console/agreements";

type AgreementFilter = {
  readonly begins: string;
  readonly after: string;
  readonly hasRules: boolean;
};

function listAddress({ begins, after, hasRules }: AgreementFilter): string {
  return formatAddress(path, { name: begins, view: hasRules ? null : "none", after });
}

const noValue = html`<span class="quiet">none</span>`;

function renderCount(count: number): string {
  return count < maxCounted ? formatCount(count) : `${formatCount(maxCounted)} or more`;
}

function renderLast({ lastRun, lastAt, lastMode }: ListedAgreement): Content {
  if (lastRun === null || lastAt === null) return noValue;
  const kind = lastMode === "edit" ? "edited" : `run ${lastRun}`;
  return html`${renderAge(lastAt)}, ${kind}`;
}

function renderEnds({ nextEnd, ending }: ListedAgreement): Content {
  if (nextEnd === null) return noValue;
  const soon = renderBadge("short", `${formatCount(ending)} within 30 days`);
  return html`${renderDay(nextEnd)} ${ending === 0 ? null : soon}`;
}

function renderAgreements(agreements: readonly ListedAgreement[]): Html {
  const link = ({ accountId, name }: ListedAgreement) =>
    html`<a href="${agreementAddress(accountId)}">${name}</a>`;
  return renderRows("Accounts by name", agreements, [
    { title: "Account", kind: "text", cell: link },
    { title: "Rules", kind: "number", cell: ({ rules }) => renderCount(rules) },
    { title: "In force", kind: "number", cell: ({ inForce }) => renderCount(inForce) },
    { title: "Next expiry", kind: "text", titled: true, cell: renderEnds },
    { title: "Last change", kind: "text", titled: true, cell: renderLast },
  ]);
}

function renderSearch({ begins, hasRules }: AgreementFilter): Html {
  return renderFilters({
    action: path,
    label: texts.list.tabs,
    hidden: { view: hasRules ? null : "none" },
    fields: html`<label for="agreements-name">Account begins with</label>
<input id="agreements-name" type="search" name="name" value="${begins}" maxlength="200"
 autocomplete="off">
`,
    button: "Search",
  });
}

export const showAgreements: Handler = async ({ db }, visit) => {
  const { query, now } = visit;
  const filter: AgreementFilter = {
    begins: readText(query, "name"),
    after: readText(query, "after"),
    hasRules: query.text("view") !== "none",
  };
  const where = { ...filter, prefix: filter.begins };
  const found = await selectAgreements(db, where, utcDay(now), pageSize + 1);
  const { rows: agreements, pager } = paginate(found, {
    after: filter.after === "" ? null : filter.after,
    keyOf: ({ name }) => name,
    addressOf: (after) => listAddress({ ...filter, after: after ?? "" }),
    ...byName,
  });
  const tab = (hasRules: boolean, text: string) => ({
    href: listAddress({ ...filter, after: "", hasRules }),
    text,
    current: filter.hasRules === hasRules,
  });
  const none = renderEmptyState(
    filter.hasRules ? "No matching agreements" : "No matching accounts",
    html`<p>An account pays list prices until its agreement has rules. Add rules on its page, or import a file.</p>`,
  );
  const tabs = [tab(true, "With agreement"), tab(false, "Without agreement")];
  return answerPage({
    title: "Price agreements",
    sentence: "Prices and discounts agreed with accounts.",
    body: html`${renderSearch(filter)}${renderTabs(texts.list.tabs, tabs)}${
      agreements.length === 0 ? none : html`${renderAgreements(agreements)}${pager}`
    }`,
  });
};
