// What a new service still needs, until its first order is confirmed.

import { companyPath } from "../company/console.ts";
import { keyMailParts } from "../keys/consoleIssue.ts";
import {
  admins,
  type ConsoleAccess,
  catalogManagers,
  everyone,
  mayUse,
  operators,
} from "../kit/access.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderCodeBlock, renderKeySetting } from "../kit/html/codeBlock.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderBadge } from "../kit/html/notice.ts";
import { renderRows } from "../kit/html/table.ts";
import { formatSampleRequest } from "../mail/formatSampleRequest.ts";
import { accountAddress } from "./consoleAddresses.ts";
import type { ConsoleContext, Visit } from "./consoleContext.ts";
import { sampleCatalogPath } from "./consoleSampleCatalog.ts";
import type { FirstSteps } from "./firstStepsQueries.ts";

/** The words of the guide for a new service. */
const texts = {
  title: "First steps",
  done: (count: number, total: number) => `${count} of ${total} done`,
  step: "Step",
  state: "State",
  action: "Action",
  states: {
    done: "Done",
    next: "Next",
    due: "To do",
  },
  company: {
    what: "Set name and logo",
    why: "How buyers see you: on both sites, in e-mails and on quotes.",
    action: "Set name and logo",
  },
  import: {
    what: "Import a catalog",
    why: (sample: Html) => html`Parts, prices and stock of a vendor. To try it, use ${sample}.`,
    sample: "a sample file",
    action: "Import a file",
  },
  account: {
    what: "Create an account",
    why: "A customer, with its currency, discount and people.",
    action: "Create an account",
  },
  accountFirst: "Create an account first.",
  person: {
    what: "Invite a person",
    why: "Someone of the customer who confirms its orders on the site.",
    action: "Invite a person",
  },
  key: {
    what: "Issue an API key",
    why: "The customer's systems use it to look up parts and place draft orders.",
    action: "Issue a key",
  },
  order: {
    what: "Receive an order",
    why: "Placed with the key or on the site. It counts when the customer's people confirm it.",
    call: "Look up a part with the key",
    action: "API reference",
  },
};

type Step = {
  readonly what: string;
  readonly why: Content;
  readonly isDone: boolean;
  /** Who may take the step, and where; null while another step comes first. */
  readonly action: {
    readonly access: ConsoleAccess;
    readonly href: string;
    readonly text: string;
  } | null;
};

function listSteps(
  { hasOffers, accountId, hasKeys, hasPeople, hasConfirmed }: FirstSteps,
  isNamed: boolean,
): readonly Step[] {
  const sample = html`<a href="${sampleCatalogPath}" download>${texts.import.sample}</a>`;
  /** What is done for an account, once there is one. */
  const ofAccount = (under: string, text: string): Step["action"] =>
    accountId === null ? null : { access: operators, href: accountAddress(accountId, under), text };
  return [
    {
      what: texts.company.what,
      why: texts.company.why,
      isDone: isNamed,
      action: { access: admins, href: companyPath, text: texts.company.action },
    },
    {
      what: texts.import.what,
      why: texts.import.why(sample),
      isDone: hasOffers,
      action: { access: catalogManagers, href: "/console/imports/new", text: texts.import.action },
    },
    {
      what: texts.account.what,
      why: texts.account.why,
      isDone: accountId !== null,
      action: { access: operators, href: "/console/accounts/new", text: texts.account.action },
    },
    {
      what: texts.key.what,
      why: texts.key.why,
      isDone: hasKeys,
      action: ofAccount("/keys/new", texts.key.action),
    },
    {
      what: texts.person.what,
      why: texts.person.why,
      isDone: hasPeople,
      action: ofAccount("/people#invite", texts.person.action),
    },
    {
      what: texts.order.what,
      why: texts.order.why,
      isDone: hasConfirmed,
      action: { access: everyone, href: "/docs", text: texts.order.action },
    },
  ];
}

/** A call to copy, which reads the key from a shell variable. */
function renderCall(context: ConsoleContext, now: Date): Html {
  const call = formatSampleRequest(keyMailParts(context, now));
  return html`${renderKeySetting()}${renderCodeBlock(texts.order.call, call)}`;
}

/** Null as soon as an order was confirmed. */
export function renderFirstSteps(
  has: FirstSteps,
  context: ConsoleContext,
  { signedIn, now }: Visit,
): Html | null {
  if (has.hasConfirmed) return null;
  const steps = listSteps(has, context.distributor.current().name !== null);
  const next = steps.find(({ isDone }) => !isDone);
  const renderState = (step: Step): Html => {
    if (step.isDone) return renderBadge("good", texts.states.done);
    return step === next
      ? renderBadge("neutral", texts.states.next)
      : renderBadge("neutral", texts.states.due);
  };
  const renderAction = ({ isDone, action }: Step): Content => {
    if (isDone) return null;
    if (action === null) return html`<span class="quiet">${texts.accountFirst}</span>`;
    if (!mayUse(action.access, signedIn)) return null;
    return html`<a href="${action.href}">${action.text}</a>`;
  };
  const rows = renderRows(texts.title, steps, [
    {
      title: texts.step,
      kind: "text",
      cell: ({ what, why }) => html`<strong>${what}</strong> <span class="sub">${why}</span>`,
    },
    { title: texts.state, kind: "words", cell: renderState },
    { title: texts.action, kind: "text", cell: renderAction },
  ]);
  const done = steps.filter(({ isDone }) => isDone).length;
  const beside = html`<span class="quiet">${texts.done(done, steps.length)}</span>`;
  const card = renderCard({ title: texts.title, beside, body: rows });
  return html`${card}${has.hasKeys ? renderCall(context, now) : null}`;
}
