// Answering a request with a key: a preview of the mail, then key, mail and state in one
// transaction. Invariant: a request gets one key.
import { createHash } from "node:crypto";
import type { AccountId } from "../accounts/account.ts";
import type { Database, Transaction } from "../db/database.ts";
import { createReveal, revealDays } from "../keys/createReveal.ts";
import { createKey } from "../keys/issueKey.ts";
import {
  type KeyMailParts,
  type MaskedMessage,
  maskedKey,
  maskedText,
  maskMessage,
} from "../keys/mailNewKey.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import type { MailEncryption } from "../mail/mailSecrets.ts";
import type { MailId } from "../mail/queries.ts";
import { type MailMessage, queueMail } from "../mail/queueMail.ts";
import { renderKeyLinkMail, renderKeyMail } from "../mail/renderKeyMail.ts";
import {
  changeKeyRequest,
  isRequestOpen,
  type KeyRequestChangeOutcome,
  type SeenRequest,
} from "./changeKeyRequest.ts";
import type { OperatorKeyRequest } from "./operatorKeyRequestQueries.ts";

/** How a key is delivered: in the mail, or behind a link in it. */
export const deliveries = ["mail", "link"] as const;
type Delivery = (typeof deliveries)[number];

export type KeyTerms = {
  readonly name: string;
  readonly expiresAt: Date | null;
  readonly to: EmailAddress;
  readonly delivery: Delivery;
};

/** A previewed mail with the key masked; `seen` identifies it when it is confirmed. */
export type PreviewedMail = MaskedMessage & { readonly seen: string };

type MatchedRequest = OperatorKeyRequest & {
  readonly accountId: AccountId;
  readonly accountName: string;
};

/** `mailId` is the e-mail that delivers the key. */
type IssueOutcome =
  | Exclude<KeyRequestChangeOutcome, { readonly outcome: "changed" }>
  | { readonly outcome: "issued"; readonly mailId: MailId };

const markLength = 32;

export function isMatched(request: OperatorKeyRequest): request is MatchedRequest {
  return request.accountId !== null && request.accountName !== null;
}

function writeMail(
  { accountId, accountName }: MatchedRequest,
  terms: KeyTerms,
  site: KeyMailParts,
  secret: { readonly key: string; readonly lastFour: string; readonly link: string | null },
): MailMessage {
  const { name: keyName, expiresAt, to: email } = terms;
  const { key, lastFour, link } = secret;
  const facts = { accountId, accountName, email, keyName, lastFour, expiresAt, ...site };
  return link === null
    ? renderKeyMail({ ...facts, key })
    : renderKeyLinkMail({ ...facts, link, linkDays: revealDays });
}

function revealLink({ publicUrl }: KeyMailParts, token: string): string {
  return `${publicUrl}/keys/reveal/${token}`;
}

/** The mail exactly as issuing sends it, except for the key and its last four characters. */
export function previewKeyMail(
  request: MatchedRequest,
  terms: KeyTerms,
  site: KeyMailParts,
): PreviewedMail {
  const link = terms.delivery === "link" ? revealLink(site, maskedText) : null;
  const shown = maskMessage(writeMail(request, terms, site, { ...maskedKey, link }));
  const mail = [shown.to, shown.subject, shown.text].join("\n");
  const digest = createHash("sha256").update(mail).digest("hex");
  return { ...shown, seen: digest.slice(0, markLength) };
}

async function issueAndMail(
  tx: Transaction,
  mailEncryption: MailEncryption,
  request: MatchedRequest,
  { terms, site }: { readonly terms: KeyTerms; readonly site: KeyMailParts },
  now: Date,
) {
  const { accountId } = request;
  const { name, expiresAt, delivery } = terms;
  const issued = await createKey(tx, { accountId, name, expiresAt, meets: false, now });
  const { keyId, key, lastFour } = issued;
  const link = delivery === "link" ? revealLink(site, await createReveal(tx, issued, now)) : null;
  const mail = writeMail(request, terms, site, { key, lastFour, link });
  return { keyId, lastFour, mailId: await queueMail(tx, mailEncryption, mail, now) };
}

/**
 * Issues the key of an open request that is assigned to an account, and queues its mail. Conflict
 * if the account is suspended, or if the mail would differ from the one that was `seen`. Repeated
 * requests issue one key.
 */
export async function issueRequestedKey(
  { db, mailEncryption }: { readonly db: Database; readonly mailEncryption: MailEncryption },
  request: SeenRequest & {
    readonly terms: KeyTerms;
    readonly site: KeyMailParts;
    readonly seen: string;
  },
  now: Date,
): Promise<IssueOutcome> {
  const { terms, site } = request;
  let issued: MailId | undefined;
  const outcome = await changeKeyRequest(db, request, now, async (tx, found) => {
    if (!isRequestOpen(found) || !isMatched(found) || found.suspendedAt !== null) return "conflict";
    if (previewKeyMail(found, terms, site).seen !== request.seen) return "conflict";
    const { keyId, lastFour, mailId } = await issueAndMail(tx, mailEncryption, found, request, now);
    const { name, to, delivery, expiresAt } = terms;
    issued = mailId;
    return {
      action: "issued a key",
      fields: { decided: "issued", keyName: name, keyId, mailId, reply: null },
      recorded: { last_four: lastFour, to, delivery, expires_at: expiresAt },
    };
  });
  if (outcome.outcome !== "changed") return outcome;
  if (issued === undefined) throw new Error("A request was answered without an e-mail.");
  return { outcome: "issued", mailId: issued };
}
