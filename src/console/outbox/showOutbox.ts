// The outbox: every mail with its state, the newest first.
import { isUuid } from "../../db/isUuid.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import { cutPage, renderPager } from "../../html/pager.ts";
import { renderTable } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import { countUnsent, type ListedMail, mailStates, selectMails } from "../../mail/outboxQueries.ts";
import type { MailState } from "../../mail/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";

const pageSize = 50;
const longestAddress = 254;

const stateWords: Readonly<Record<MailState, readonly [Meaning, string]>> = {
  queued: ["neutral", "On its way"],
  sent: ["good", "Sent"],
  kept: ["short", "Kept: no mail server"],
  failed: ["fault", "Failed"],
  bounced: ["fault", "Bounced"],
};

/** The state of a mail as a badge. */
export function renderMailState(state: MailState): Html {
  return renderBadge(...stateWords[state]);
}

type Asked = { readonly state: MailState | null; readonly to: string };

function outboxAddress({ state, to }: Asked, before?: string): string {
  const query = new URLSearchParams({
    ...(state === null ? {} : { state }),
    ...(to === "" ? {} : { to }),
    ...(before === undefined ? {} : { before }),
  }).toString();
  return query === "" ? "/console/outbox" : `/console/outbox?${query}`;
}

function renderMails(mails: readonly ListedMail[]): Html {
  return renderTable({
    caption: "Mails, the newest first",
    columns: [
      { title: "Written", kind: "words" },
      { title: "To", kind: "text" },
      { title: "Subject", kind: "text" },
      { title: "About", kind: "words" },
      { title: "State", kind: "words" },
      { title: "Attempts", kind: "number" },
    ],
    rows: mails.map((mail) => ({
      cells: [
        html`<a href="/console/outbox/${mail.mailId}">${renderMoment(mail.createdAt)}</a>`,
        mail.recipient,
        mail.subject,
        mail.kind,
        renderMailState(mail.state),
        mail.attempts,
      ],
    })),
  });
}

function renderSearch({ state, to }: Asked): Html {
  const unseen = state && html`<input type="hidden" name="state" value="${state}">`;
  return html`<form class="filters" action="/console/outbox" role="search" aria-label="Mails">
${unseen}<label for="outbox-to">Address</label>
<input id="outbox-to" type="search" name="to" value="${to}" maxlength="${longestAddress}"
 autocomplete="off" spellcheck="false">
<button class="button plain">Search</button>
</form>
`;
}

/** The list of mails. */
export async function showOutbox({ db }: ConsoleContext, { query }: Visit): Promise<Answer> {
  const asked: Asked = {
    state: mailStates.find((state) => state === query.text("state")) ?? null,
    to: query.text("to").trim().toLowerCase().slice(0, longestAddress).toWellFormed(),
  };
  const before = isUuid(query.text("before")) ? query.text("before") : null;
  const filter = { state: asked.state, recipient: asked.to === "" ? null : asked.to };
  const [counts, found] = await Promise.all([
    countUnsent(db),
    selectMails(db, filter, { before, limit: pageSize + 1 }),
  ]);
  const { rows: mails, last } = cutPage(found, pageSize);
  const tabs = [null, ...mailStates].map((state) => {
    const tab = { href: outboxAddress({ ...asked, state }), current: asked.state === state };
    if (state === null) return { ...tab, text: "All" };
    const text = stateWords[state][1];
    return state === "sent" ? { ...tab, text } : { ...tab, text, count: counts.get(state) ?? 0 };
  });
  const pager = renderPager({
    back: before === null ? null : outboxAddress(asked),
    on: last === undefined ? null : outboxAddress(asked, last.mailId),
    backText: "Newest",
  });
  const none = renderEmptyState(
    "No mail here",
    html`<p>What the service writes to people stands here, with what became of it.</p>`,
  );
  const list = mails.length === 0 ? none : html`${renderMails(mails)}${pager}`;
  return answerPage({
    title: "Outbox",
    sentence: "What the service wrote to people, and what became of it.",
    body: html`${renderSearch(asked)}${renderTabs("States", tabs)}${list}`,
  });
}
