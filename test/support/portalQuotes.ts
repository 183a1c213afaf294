// Quote requests that the portal's buyer sends by the form of the site.
import assert from "node:assert/strict";
import type { QuoteRequest } from "../../src/quotes/quoteRequest.ts";
import { selectQuoteRequest } from "../../src/quotes/quoteRequestQueries.ts";
import { readForm } from "./openedForm.ts";
import { app, buyer } from "./portal.ts";
import { listIdOf } from "./sendList.ts";
import { idIn, submit } from "./steps.ts";

export const quoteForm = "/quote-requests/new";

/** A page with the form, and its fields as a browser would send them. */
export async function openQuoteForm(address: string, by = buyer) {
  const { statusCode, body } = await by.get(address);
  assert.equal(statusCode, 200, body);
  return { body, fields: readForm(body, quoteForm) };
}

/** The form for the rows of a list, or for some of them. */
export function openListQuote(list: string, rows = "", by = buyer) {
  const chosen = rows === "" ? "" : `&rows=${rows}`;
  return openQuoteForm(`${quoteForm}?list=${listIdOf(list)}${chosen}`, by);
}

/** Sends a form; the request that it creates. */
export async function sendQuote(
  fields: Readonly<Record<string, string>>,
  by = buyer,
): Promise<QuoteRequest> {
  const requestId = idIn(await submit(quoteForm, fields, by));
  return (await selectQuoteRequest(app.database.db, requestId, null)) ?? assert.fail();
}
