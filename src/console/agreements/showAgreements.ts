import { utcDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderDay, renderMoment } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { cutPage, renderPager } from "../../html/pager.ts";
import { renderTable } from "../../html/table.ts";
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

const pageSize = 50;

type AgreementFilter = {
  readonly begins: string;
  readonly after: string;
  readonly hasRules: boolean;
};

function listAddress({ begins, after, hasRules }: AgreementFilter): string {
  const query = new URLSearchParams({
    ...(begins === "" ? {} : { name: begins }),
    ...(hasRules ? {} : { view: "none" }),
    ...(after === "" ? {} : { after }),
  }).toString();
  return query === "" ? "/console/agreements" : `/console/agreements?${query}`;
}

function renderCount(count: number): string {
  return count < maxCounted ? formatCount(count) : `${formatCount(maxCounted)} or more`;
}

function renderLast({ lastRun, lastAt, lastMode }: ListedAgreement): Content {
  if (lastRun === null || lastAt === null) return html`<span class="quiet">none</span>`;
  const kind = lastMode === "edit" ? "edited" : `run ${lastRun}`;
  return html`${renderMoment(lastAt)}, ${kind}`;
}

function renderEnds({ nextEnd, ending }: ListedAgreement): Content {
  if (nextEnd === null) return html`<span class="quiet">none</span>`;
  const soon = renderBadge("short", `${formatCount(ending)} within 30 days`);
  return html`${renderDay(nextEnd)} ${ending === 0 ? null : soon}`;
}

function renderAgreements(agreements: readonly ListedAgreement[]): Html {
  return renderTable({
    caption: "Accounts by name",
    columns: [
      { title: "Account", kind: "text" },
      { title: "Rules", kind: "number" },
      { title: "In force", kind: "number" },
      { title: "Next end", kind: "text", titled: true },
      { title: "Last change", kind: "text", titled: true },
    ],
    rows: agreements.map((agreement) => ({
      cells: [
        html`<a href="${agreementAddress(agreement.accountId)}">${agreement.name}</a>`,
        renderCount(agreement.rules),
        renderCount(agreement.inForce),
        renderEnds(agreement),
        renderLast(agreement),
      ],
    })),
  });
}

function renderSearch({ begins, hasRules }: AgreementFilter): Html {
  const unseen = hasRules ? null : html`<input type="hidden" name="view" value="none">`;
  return html`<form class="filters" action="/console/agreements" role="search"
 aria-label="Accounts">
${unseen}<label for="agreements-name">Account begins with</label>
<input id="agreements-name" type="search" name="name" value="${begins}" maxlength="200"
 autocomplete="off">
<button class="button plain">Search</button>
</form>
`;
}

export const showAgreements: Handler = async ({ db }, visit) => {
  const { query, now } = visit;
  const filter: AgreementFilter = {
    begins: readText(query, "name"),
    after: readText(query, "after"),
    hasRules: query.text("view") !== "none",
  };
  const found = await selectAgreements(
    db,
    { ...filter, prefix: filter.begins },
    utcDay(now),
    pageSize + 1,
  );
  const { rows: agreements, last } = cutPage(found, pageSize);
  const pager = renderPager({
    back: filter.after === "" ? null : listAddress({ ...filter, after: "" }),
    on: last === undefined ? null : listAddress({ ...filter, after: last.name }),
    backText: "First",
    onText: "Next",
  });
  const tab = (hasRules: boolean, text: string) => ({
    href: listAddress({ ...filter, after: "", hasRules }),
    text,
    current: filter.hasRules === hasRules,
  });
  const none = renderEmptyState(
    filter.hasRules ? "No matching agreements" : "No matching accounts",
    html`<p>An account pays list prices until its agreement has rules. Add rules on its page, or
import a file.</p>`,
  );
  const tabs = [tab(true, "With agreement"), tab(false, "Without agreement")];
  return answerPage({
    title: "Agreements",
    sentence: "Prices and discounts agreed with accounts.",
    body: html`${renderSearch(filter)}${renderTabs("Accounts", tabs)}${
      agreements.length === 0 ? none : html`${renderAgreements(agreements)}${pager}`
    }`,
  });
};
