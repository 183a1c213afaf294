// A person at the buyers' site, without a browser: signed in by a session, sending what forms send.
import type { LightMyRequestResponse } from "fastify";
import type { AccountId } from "../../src/accounts/account.ts";
import type { SignedIn } from "../../src/accounts/signedIn.ts";
import { describeSessionCookie } from "../../src/portal/sessionCookie.ts";
import type { TestApp } from "./testApp.ts";
import { createTestPeople, makeUser, requireSignedIn, signInAs } from "./testPeople.ts";

/** What a form sends; a list of texts sends its name several times. */
export type FormTexts = Readonly<Record<string, string>>;

/** A person and what they can do. Without `cookie` they are signed out. */
export type SiteVisitor = {
  readonly signedIn: SignedIn;
  readonly cookie: string;
  get(url: string): Promise<LightMyRequestResponse>;
  post(url: string, form: FormTexts): Promise<LightMyRequestResponse>;
  /** Sends a file by the field `file`. */
  upload(url: string, name: string, bytes: Buffer): Promise<LightMyRequestResponse>;
};

const boundary = "partsdesk-test-boundary";

function toMultipart(name: string, bytes: Buffer): Buffer {
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    "Content-Type: application/octet-stream\r\n\r\n";
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** Makes a buyer of an account, or of a new one, and signs them in. */
export async function openSiteVisitor(app: TestApp, accountId?: AccountId): Promise<SiteVisitor> {
  const people = createTestPeople(app.database.db);
  const { now } = app.clock;
  const account = accountId === undefined ? {} : { account: { accountId, name: "Account" } };
  const user = await makeUser(people, now, account);
  const token = await signInAs(people, user, now);
  const signedIn = await requireSignedIn(people, token, now);
  const { name } = describeSessionCookie("http://127.0.0.1:3000");
  const cookie = `${name}=${token}`;
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  return {
    signedIn,
    cookie,
    get: (url) => app.server.inject({ url, headers }),
    post: (url, form) =>
      app.server.inject({
        method: "POST",
        url,
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams(form).toString(),
      }),
    upload: (url, fileName, bytes) =>
      app.server.inject({
        method: "POST",
        url,
        headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
        payload: toMultipart(fileName, bytes),
      }),
  };
}
