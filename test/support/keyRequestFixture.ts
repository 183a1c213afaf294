// Key requests in a test, as an operator enters, matches and opens them.

import assert from "node:assert/strict";
import { type MailId, markUnsent } from "../../src/mail/queries.ts";
import { runSql } from "./runSql.ts";
import type { TestAccount, TestApp } from "./testApp.ts";
import type { TestOperator } from "./testOperator.ts";

/** The console's list of key requests. */
export const keyRequestsPath = "/console/key-requests";

/** A request as it is stored. */
export type KeyRequestRow = {
  readonly state: string;
  readonly version: number;
  readonly account_id: string | null;
  readonly email: string;
  readonly key_id: string | null;
  readonly mail_id: MailId | null;
};

/** A request that was entered: its id, its page, and the requester's e-mail address. */
export type Entered = { readonly id: string; readonly page: string; readonly email: string };

/** The terms of a key for an address, as their form sends them. */
export const keyTerms = (email: string) => ({
  name: "ERP",
  to: email,
  delivery: "mail",
  expires: "",
});

let count = 0;

/** What a test does with key requests, as an operator. */
export function openKeyRequestFixture(app: TestApp, operator: TestOperator) {
  async function rowOf(requestId: string): Promise<KeyRequestRow> {
    const text = "select * from key_requests where request_id = $1";
    const [row] = await runSql<KeyRequestRow>(app.database.db, text, [requestId]);
    return row ?? assert.fail("there is no such request");
  }

  async function countKeys(accountId: string | null): Promise<number> {
    const text = "select count(*)::integer as count from api_keys where account_id = $1";
    const values = [accountId];
    const rows = await runSql<{ count: number }>(app.database.db, text, values);
    return rows[0]?.count ?? -1;
  }

  /** Enters a request; returns its id, its page and the requester's e-mail address. */
  async function enter(company = "Acme"): Promise<Entered> {
    count += 1;
    const email = `ann${count}@acme${count}.example`;
    const received = app.clock.now.toISOString().slice(0, 16).replace("T", " ");
    const fields = { company: `${company} ${count}`, person: "Ann Lee", email, purpose: "ERP" };
    const sent = await operator.post(keyRequestsPath, { ...fields, received });
    const [, id = ""] =
      /key-requests\/([0-9a-f-]{36})\?done=entered$/.exec(String(sent.headers.location)) ?? [];
    assert.notEqual(id, "", sent.body);
    return { id, page: `${keyRequestsPath}/${id}`, email };
  }

  /** Enters a request and matches it with an account of its own. */
  async function enterMatched(): Promise<Entered & { account: TestAccount }> {
    const entered = await enter();
    const account = await app.openAccount();
    const fields = { version: "1", account: account.accountId };
    const matched = await operator.post(`${entered.page}/match`, fields);
    assert.equal(matched.statusCode, 303, matched.body);
    return { ...entered, account };
  }

  /** The fields that the form of the previewed e-mail would send. */
  async function previewed(page: string, fields: Record<string, string>) {
    const shown = await operator.get(`${page}/issue?${new URLSearchParams(fields)}`);
    assert.equal(shown.statusCode, 200, shown.body);
    const field = (name: string): string =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.body)?.[1] ?? "";
    const form = { ...fields, version: field("version"), seen: field("seen") };
    return { form, body: shown.body };
  }

  /** A request whose key was issued: its e-mail and its key. */
  async function issued() {
    const entered = await enterMatched();
    const { form } = await previewed(entered.page, keyTerms(entered.email));
    await operator.post(`${entered.page}/issue`, form);
    const { mail_id: mailId, key_id: keyId } = await rowOf(entered.id);
    return { ...entered, form, mailId: mailId ?? assert.fail("no e-mail"), keyId };
  }

  /** As `issued`, and the e-mail bounced. */
  async function bounced() {
    const request = await issued();
    const end = { state: "bounced", error: "550 no such user", dueAt: new Date() } as const;
    await markUnsent(app.database.db, request.mailId, end);
    return request;
  }

  return { rowOf, countKeys, enter, enterMatched, previewed, issued, bounced };
}
