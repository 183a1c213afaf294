// Quote requests in a test, as a buyer sends them.
import assert from "node:assert/strict";
import { newId } from "../../src/db/newId.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import {
  type QuoteChangeOutcome,
  withdrawQuoteRequest,
  writeOnQuoteRequest,
} from "../../src/quotes/changeQuoteRequest.ts";
import type { QuoteLine, QuoteRequest } from "../../src/quotes/quoteRequest.ts";
import { selectQuoteRequest } from "../../src/quotes/quoteRequestQueries.ts";
import { requestQuote } from "../../src/quotes/requestQuote.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertBuyer } from "./insertBuyer.ts";
import type { TestApp } from "./testApp.ts";

/** The console's list of quote requests. */
export const quoteRequestsPath = "/console/quote-requests";

const line: QuoteLine = {
  reason: "not found",
  offerId: null,
  partNumber: "ASKED-1",
  vendor: null,
  condition: "NE",
  certificate: null,
  quantity: 4,
  unitOfMeasure: "EA",
  neededBy: null,
  remark: null,
  rowNumber: null,
};

/** A request that was sent: as it was stored, its page in the console, and who sent it. */
export type SentQuote = {
  readonly request: QuoteRequest;
  readonly page: string;
  readonly buyer: SignedIn;
};

/** What buyers do with quote requests. */
export function openQuoteRequestFixture(app: TestApp) {
  const { db } = app.database;
  const context = {
    db,
    mailEncryption: createMailEncryption(app.secret),
    publicUrl: "https://parts.example",
    supportEmail: "support@parts.example",
  };

  async function read(requestId: string): Promise<QuoteRequest> {
    return (await selectQuoteRequest(db, requestId, null)) ?? assert.fail("no such request");
  }

  /** Sends a request of a buyer, or of a new one; what lines do not say is that of `line`. */
  async function send(
    lines: readonly Partial<QuoteLine>[] = [{}],
    { message = null as string | null, by = undefined as SignedIn | undefined } = {},
  ): Promise<SentQuote> {
    const buyer = by ?? (await insertBuyer(db, app.clock.now));
    const complete = lines.map((given) => ({ ...line, ...given }));
    const wanted = { formId: newId(), lines: complete, message, poNumber: null, listId: null };
    const sent = await requestQuote(context, buyer, wanted, app.clock.now);
    assert.ok(sent.outcome === "requested", sent.outcome);
    const request = await read(sent.requestId);
    return { request, page: `${quoteRequestsPath}/${sent.requestId}`, buyer };
  }

  /** A further message of the buyer. */
  async function write({ request, buyer }: SentQuote, text: string): Promise<void> {
    const seen = await read(request.requestId);
    const written = await writeOnQuoteRequest(context, buyer, seen, { text, now: app.clock.now });
    assert.equal(written.outcome, "changed");
  }

  async function withdraw({ request, buyer }: SentQuote): Promise<QuoteChangeOutcome> {
    return withdrawQuoteRequest(context, buyer, await read(request.requestId), app.clock.now);
  }

  return { read, send, write, withdraw };
}
