// /parts/:number: every offer of a part with the account's own prices, what there is instead, and
// the form that adds it to a draft.
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import type { ListedOffer } from "../../catalog/listedOffer.ts";
import { type Definition, writeDefinitions } from "../../html/definitions.ts";
import type { FormState } from "../../html/form.ts";
import { type Content, html } from "../../html/html.ts";
import { writeNotice } from "../../html/notice.ts";
import type { Answer } from "../../http/visit.ts";
import { selectSummaries } from "../../orders/listQueries.ts";
import { type ViewedPart, viewPart } from "../../pricing/viewPart.ts";
import { writeInstead } from "../../views/writeInstead.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";
import { writeAddBox } from "./addBox.ts";
import { writeBreaks, writeOffersTable, writePapers } from "./offersTable.ts";
import { writePartLink, writePartsAddress } from "./partLink.ts";

/** Beyond these a draft is found by the list of orders. */
const mostDrafts = 50;
const longestNumber = 200;

/** The part that the address names, as the visitor's account sees it. */
export function findPart({ db }: PortalContext, visit: Visit): Promise<ViewedPart | undefined> {
  const number = visit.param("number").slice(0, longestNumber);
  return viewPart(db, visit.signedIn.account.accountId, number, visit.now);
}

/** What the offers say of a part: the first that says it. */
function firstOf(part: ViewedPart, field: "manufacturer" | "cage" | "nsn" | "description") {
  return part.offers.map(({ offer }) => offer[field]).find((text) => text !== null) ?? null;
}

function writeFacts(part: ViewedPart): Content {
  const nsn = firstOf(part, "nsn")?.replace(/^(\d{4})(\d{2})(\d{3})(\d{4})$/, "$1-$2-$3-$4");
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ["Manufacturer", firstOf(part, "manufacturer")],
    ["CAGE", firstOf(part, "cage")],
    ["NSN", nsn],
  ];
  const known = facts.flatMap(([term, value]): Definition[] =>
    value == null ? [] : [{ term, value }],
  );
  const description = firstOf(part, "description");
  if (description === null && known.length === 0) return null;
  return html`<h2>About the part</h2>
${description === null ? null : html`<p class="prose">${description}</p>\n`}${
  known.length === 0 ? null : writeDefinitions(known)
}`;
}

/** Says that nothing of the part can be ordered, and what supersedes it. */
function writeHeldNotice({ offers, instead }: ViewedPart): Content {
  if (offers.some(({ offer }) => offer.status === "ACTIVE")) return null;
  const next = instead.find(({ reason }) => reason === "superseded");
  const by = next && html` <code>${writePartLink(next.partNumber)}</code> supersedes it.`;
  return writeNotice(
    "short",
    "This part cannot be ordered",
    html`<p>The catalog has it on record alone.${by} Nothing is put in its place unasked.</p>`,
  );
}

function describe({ title, partName }: ListedOffer): string {
  return title ?? partName ?? "";
}

/** A form that was sent, where there was one; it is shown as it was typed. */
type Sent = { readonly form: FormState; readonly status: 409 | 422 };

/** The page of a part that was found. */
export async function answerPart(
  context: PortalContext,
  visit: Visit,
  part: ViewedPart,
  sent?: Sent,
): Promise<Answer> {
  const { db } = context;
  const { accountId } = visit.signedIn.account;
  const filter = { accountId, status: "draft", before: null, limit: mostDrafts } as const;
  const [codes, drafts] = await Promise.all([selectTradeCodes(db), selectSummaries(db, filter)]);
  const conditionNames = new Map(codes.conditions.map(({ code, name }) => [code, name]));
  const certificateNames = new Map(codes.certificates.map(({ code, name }) => [code, name]));
  const [{ offer }] = part.offers as [ViewedPart["offers"][number]];
  const body = html`${[
    writeHeldNotice(part),
    writeOffersTable(part.offers, conditionNames),
    writeBreaks(part.offers),
    writeInstead(part.instead, writePartLink),
    writePapers(part.offers, certificateNames),
    writeFacts(part),
  ]}`;
  return {
    kind: "page",
    ...(sent === undefined ? {} : { status: sent.status }),
    page: {
      title: offer.partNumber,
      sentence: describe(offer),
      above: { href: writePartsAddress({ text: offer.partNumber }), text: "Parts" },
      body,
      side: writeAddBox(context, visit, part, drafts, sent?.form),
    },
  };
}

/** GET /parts/:number. A number that no part has leads to the search for it. */
export async function showPartPage(context: PortalContext, visit: Visit): Promise<Answer> {
  const part = await findPart(context, visit);
  if (part !== undefined) return answerPart(context, visit, part);
  return { kind: "see other", to: writePartsAddress({ text: visit.param("number") }) };
}
