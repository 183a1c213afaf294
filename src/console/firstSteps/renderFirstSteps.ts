// What a new service still needs, until its first order.
import { renderCard } from "../../html/card.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderBadge } from "../../html/notice.ts";
import { renderRows } from "../../html/table.ts";
import type { SignedInOperator } from "../../signIn/signedIn.ts";
import {
  admins,
  type ConsoleAccess,
  catalogManagers,
  everyone,
  mayUse,
  operators,
} from "../access.ts";
import { accountAddress } from "../addresses.ts";
import { companyPath } from "../company/showCompany.ts";
import type { FirstSteps } from "./firstStepsQueries.ts";
import { sampleCatalogPath } from "./sampleCatalog.ts";
import { texts } from "./texts.ts";

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
  { hasOffers, accountId, hasKeys, hasOrders }: FirstSteps,
  isNamed: boolean,
): readonly Step[] {
  const sample = html`<a href="${sampleCatalogPath}" download>${texts.import.sample}</a>`;
  const keyForm = accountId === null ? null : accountAddress(accountId, "/keys/new");
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
      action:
        keyForm === null ? null : { access: operators, href: keyForm, text: texts.key.action },
    },
    {
      what: texts.order.what,
      why: texts.order.why,
      isDone: hasOrders,
      action: { access: everyone, href: "/docs", text: texts.order.action },
    },
  ];
}

/** Null as soon as the service has an order. `isNamed`: the distributor has a name. */
export function renderFirstSteps(
  has: FirstSteps,
  isNamed: boolean,
  signedIn: SignedInOperator,
): Html | null {
  if (has.hasOrders) return null;
  const steps = listSteps(has, isNamed);
  const next = steps.find(({ isDone }) => !isDone);
  const renderState = (step: Step): Html => {
    if (step.isDone) return renderBadge("good", texts.states.done);
    return step === next
      ? renderBadge("neutral", texts.states.next)
      : renderBadge("neutral", texts.states.due);
  };
  const renderAction = ({ isDone, action }: Step): Content => {
    if (isDone || action === null || !mayUse(action.access, signedIn)) return null;
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
  return renderCard({ title: texts.title, beside, body: rows });
}
