// /console/agreements: the accounts that have agreed on prices, what holds, and what ends soon.
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
import { type Answer, answerPage } from "../../site/visit.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { agreementAddress, agreementsAddress, readShort } from "./agreementAddress.ts";

const pageSize = 50;

type Asked = { readonly begins: string; readonly after: string; readonly hasRules: boolean };

function listAddress({ begins, after, hasRules }: Asked): string {
  const query = new URLSearchParams({
    ...(begins === "" ? {} : { name: begins }),
    ...(hasRules ? {} : { view: "none" }),
    ...(after === "" ? {} : { after }),
  }).toString();
  return query === "" ? agreementsAddress : `${agreementsAddress}?${query}`;
}

function renderCount(count: number): string {
  return count < maxCounted ? formatCount(count) : `${formatCount(maxCounted)} or more`;
}

function renderLast({ lastRun, lastAt, lastMode }: ListedAgreement): Content {
  if (lastRun === null || lastAt === null) return html`<span class="quiet">none</span>`;
  const kind = lastMode === "edit" ? "by hand" : `run ${lastRun}`;
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
      { title: "Hold today", kind: "number" },
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

function renderSearch({ begins, hasRules }: Asked): Html {
  const unseen = hasRules ? null : html`<input type="hidden" name="view" value="none">`;
  return html`<form class="filters" action="${agreementsAddress}" role="search"
 aria-label="Accounts">
${unseen}<label for="agreements-name">Account begins with</label>
<input id="agreements-name" type="search" name="name" value="${begins}" maxlength="200"
 autocomplete="off">
<button class="button plain">Search</button>
</form>
`;
}

/** GET /console/agreements. */
export async function showAgreements({ db }: ConsoleContext, visit: Visit): Promise<Answer> {
  const { query, now } = visit;
  const asked: Asked = {
    begins: readShort(query, "name"),
    after: readShort(query, "after"),
    hasRules: query.text("view") !== "none",
  };
  const found = await selectAgreements(
    db,
    { ...asked, prefix: asked.begins },
    utcDay(now),
    pageSize + 1,
  );
  const { rows: agreements, last } = cutPage(found, pageSize);
  const pager = renderPager({
    back: asked.after === "" ? null : listAddress({ ...asked, after: "" }),
    on: last === undefined ? null : listAddress({ ...asked, after: last.name }),
    backText: "From the beginning",
    onText: "Further accounts",
  });
  const tab = (hasRules: boolean, text: string) => ({
    href: listAddress({ ...asked, after: "", hasRules }),
    text,
    current: asked.hasRules === hasRules,
  });
  const none = renderEmptyState(
    asked.hasRules ? "No agreement here" : "No account here",
    html`<p>An account pays list prices until it agrees on others: by a rule added by hand, or by
a file of them.</p>`,
  );
  const tabs = [tab(true, "With an agreement"), tab(false, "Without")];
  return answerPage({
    title: "Agreements",
    sentence: "What accounts pay that is not the list price.",
    body: html`${renderSearch(asked)}${renderTabs("Accounts", tabs)}${
      agreements.length === 0 ? none : html`${renderAgreements(agreements)}${pager}`
    }`,
  });
}
