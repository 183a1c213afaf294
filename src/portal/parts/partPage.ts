import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { renderReplacements } from "../../components/offerCells.ts";
import { renderPartDetails } from "../../components/partDetails.ts";
import type { FormState } from "../../html/form.ts";
import { type Content, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { selectSummaries } from "../../orders/summaryQueries.ts";
import { type LoadedPart, loadPart } from "../../pricing/loadPart.ts";
import { type Answer, answerPage, redirect } from "../../site/visit.ts";
import { formatPartsAddress, renderPartLink } from "../addresses.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { renderAddBox } from "./addBox.ts";
import { renderPriceContact } from "./askForPrice.ts";
import { renderBreaks, renderDocs, renderOffersTable } from "./offersTable.ts";
import { formatResultsAddress, searchFor } from "./resultsQuery.ts";

/** More drafts are found on the orders page. */
const maxDrafts = 50;
const maxPartNumberLength = 200;

/** `:number`, as the visitor's account sees the part. */
export function part(context: PortalContext, visit: Visit): Promise<LoadedPart | undefined> {
  const number = visit.param("number").slice(0, maxPartNumberLength);
  return loadPart(context, visit.signedIn.account.accountId, number, visit.now);
}

/** The same, but null for an unknown part. */
export async function partOrNull(context: PortalContext, visit: Visit): Promise<LoadedPart | null> {
  return (await part(context, visit)) ?? null;
}

function renderHeldNotice({ offers, instead }: LoadedPart): Content {
  if (offers.some(({ offer }) => offer.status === "ACTIVE")) return null;
  const next = instead.find(({ reason }) => reason === "superseded");
  const by = next && html` <code>${renderPartLink(next.partNumber)}</code> replaces it.`;
  return renderNotice(
    "short",
    next === undefined ? "Not for sale" : "Superseded, not for sale",
    html`<p>This part can't be ordered.${by} We never substitute parts without asking.</p>`,
  );
}

function renderUnpriced({ offers }: LoadedPart, supportEmail: string): Content {
  const unpriced = offers.filter(({ offer, price }) => offer.status === "ACTIVE" && !price.length);
  const [first] = unpriced;
  return first && renderPriceContact(supportEmail, first.offer.partNumber);
}

export async function answerPart(
  context: PortalContext,
  visit: Visit,
  part: LoadedPart,
  sent?: { readonly form: FormState; readonly status: 409 | 422 },
): Promise<Answer> {
  const { db } = context;
  const { accountId } = visit.signedIn.account;
  const filter = { accountId, status: "draft", before: null, limit: maxDrafts } as const;
  const [codes, drafts] = await Promise.all([selectTradeCodes(db), selectSummaries(db, filter)]);
  const conditionNames = new Map(codes.conditions.map(({ code, name }) => [code, name]));
  const certificateNames = new Map(codes.certificates.map(({ code, name }) => [code, name]));
  const [{ offer }] = part.offers as [LoadedPart["offers"][number]];
  const results = { ...searchFor(offer.partNumber), isList: true };
  const resultsAddress = formatResultsAddress(results);
  const body = html`${[
    renderHeldNotice(part),
    renderOffersTable(part.offers, conditionNames),
    renderUnpriced(part, context.supportEmail),
    renderBreaks(part.offers),
    renderReplacements(part.instead, renderPartLink),
    renderDocs(part.offers, certificateNames),
    renderPartDetails(part.offers.map(({ offer }) => offer)),
  ]}`;
  const page = {
    title: offer.partNumber,
    sentence: offer.title ?? offer.partName ?? "",
    above: { href: resultsAddress, text: "All results for this number" },
    body,
    side: renderAddBox(context, visit, part, drafts, sent?.form),
  };
  return answerPage(page, sent?.status);
}

/** An unknown part number redirects to its search. */
export const showPartPage: Handler<LoadedPart | null> = async (context, visit, found) =>
  found === null
    ? redirect(formatPartsAddress({ text: visit.param("number") }))
    : answerPart(context, visit, found);
