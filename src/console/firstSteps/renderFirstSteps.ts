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
  const sample = html`<a href="${sampleCatalogPath}" download>a sample file</a>`;
  const keyForm = accountId === null ? null : accountAddress(accountId, "/keys/new");
  return [
    {
      what: "Set name and logo",
      why: "How buyers see you: on both sites, in e-mails and on quotes.",
      isDone: isNamed,
      action: { access: admins, href: companyPath, text: "Set name and logo" },
    },
    {
      what: "Import a catalog",
      why: html`Parts, prices and stock of a vendor. To try it, use ${sample}.`,
      isDone: hasOffers,
      action: { access: catalogManagers, href: "/console/imports/new", text: "Import a file" },
    },
    {
      what: "Create an account",
      why: "A customer, with its currency, discount and people.",
      isDone: accountId !== null,
      action: { access: operators, href: "/console/accounts/new", text: "Create an account" },
    },
    {
      what: "Issue an API key",
      why: "With it, the customer's systems look up parts and place drafts.",
      isDone: hasKeys,
      action: keyForm === null ? null : { access: operators, href: keyForm, text: "Issue a key" },
    },
    {
      what: "Receive an order",
      why: "A draft placed with the key, or from the site. The customer's people confirm it.",
      isDone: hasOrders,
      action: { access: everyone, href: "/docs", text: "API documentation" },
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
    if (step.isDone) return renderBadge("good", "Done");
    return step === next ? renderBadge("neutral", "Next") : renderBadge("neutral", "To do");
  };
  const renderAction = ({ isDone, action }: Step): Content => {
    if (isDone || action === null || !mayUse(action.access, signedIn)) return null;
    return html`<a href="${action.href}">${action.text}</a>`;
  };
  const rows = renderRows("First steps", steps, [
    {
      title: "Step",
      kind: "text",
      cell: ({ what, why }) => html`<strong>${what}</strong> <span class="sub">${why}</span>`,
    },
    { title: "State", kind: "words", cell: renderState },
    { title: "Action", kind: "text", cell: renderAction },
  ]);
  const done = steps.filter(({ isDone }) => isDone).length;
  const beside = html`<span class="quiet">${done} of ${steps.length} done</span>`;
  return renderCard({ title: "First steps", beside, body: rows });
}
