// Parsing pasted e-mails, and suggesting accounts for key requests.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Account, AccountId } from "../../src/accounts/account.ts";
import { readPastedMail } from "../../src/keyRequests/readPastedMail.ts";
import { suggestAccounts } from "../../src/keyRequests/suggestAccounts.ts";

const fullMail = `From: "Lee, Ann" <Ann.Lee@Example-Air.example>
To: parts@desk.example
Date: Tue, 17 Nov 2026 11:30:00 +0100
Subject: API key

Hello,

we would like a key for our ERP.

Best regards,
Ann Lee
Example Air GmbH
+49 30 1234
`;

test("an e-mail with headers yields person, company, date and text", () => {
  const read = readPastedMail(fullMail);
  assert.equal(read.email, "ann.lee@example-air.example");
  assert.equal(read.person, "Ann Lee");
  assert.equal(read.company, "Example Air GmbH");
  assert.equal(read.sentAt?.toISOString(), "2026-11-17T10:30:00.000Z");
  assert.match(read.text, /^Hello,\n\nwe would like/);
});

test("a forwarded e-mail is read by its original headers", () => {
  const read = readPastedMail(`FYI

---------- Forwarded message ---------
> Von: Bo Berg <bo@berg-aviation.example>
> Gesendet: 2026-11-17 10:30
> Betreff: Schlüssel
>
> Bitte einen Schlüssel.`);
  assert.equal(read.email, "bo@berg-aviation.example");
  assert.equal(read.person, "Bo Berg");
  assert.equal(read.company, "Berg Aviation");
});

test("without headers, the signature and the address are used", () => {
  const read = readPastedMail("Key please.\n\nThanks,\nCy Cole\nCole Aero Inc.\ncy@cole.example");
  assert.deepEqual(
    { email: read.email, person: read.person, company: read.company, sentAt: read.sentAt },
    { email: "cy@cole.example", person: "Cy Cole", company: "Cole Aero Inc.", sentAt: null },
  );
});

test("an address of a free e-mail provider yields no company", () => {
  assert.equal(readPastedMail("From: Dee <dee@gmail.com>\n\nA key?").company, "");
});

test("any text can be pasted, and missing values are empty", () => {
  const nothing = { email: "", person: "", company: "", sentAt: null };
  for (const text of ["", "\0\r\n", "From:", "From: <>", "@", "a@", "x".repeat(200_000)]) {
    const { text: _, ...read } = readPastedMail(text);
    assert.deepEqual(read, nothing, text.slice(0, 20));
  }
  const hostile = readPastedMail("From: Eve\u202e<script> <eve@evil.example>\nDate: never\n\n");
  assert.equal(hostile.email, "eve@evil.example");
  assert.equal(hostile.sentAt, null);
  const many = `${"From: ".repeat(5_000)}${"a@".repeat(5_000)}${"-".repeat(5_000)}`;
  assert.equal(readPastedMail(many).sentAt, null);
});

const ids = new Map<string, AccountId>();

function account(name: string): Account {
  const accountId = `id of ${name}` as AccountId;
  ids.set(name, accountId);
  const rest = { email: "office@x.example", currency: "USD", suspendedAt: null };
  return { accountId, name, ...rest, createdAt: new Date(0) } as unknown as Account;
}

const accounts = ["Example Air", "Berg Aviation Ltd", "Cole Aero", "Zulu Parts"].map(account);

function suggest(
  email: string,
  company: string | null,
  ofHost: readonly (readonly [string, string])[] = [],
): string[] {
  const known = ofHost.map(([name, address]) => {
    const accountId = ids.get(name);
    if (accountId === undefined) throw new Error(`There is no ${name}.`);
    return { accountId, email: address };
  });
  return suggestAccounts({ email, company }, accounts, known).map(
    ({ account: { name }, reason }) => `${name}: ${reason}`,
  );
}

test("accounts with the same address come first, then the same domain, then a similar name", () => {
  const found = suggest("ann@x.example", "Example Air Cargo", [
    ["Zulu Parts", "office@x.example"],
    ["Cole Aero", "ann@x.example"],
  ]);
  assert.deepEqual(found, [
    "Cole Aero: same address",
    "Zulu Parts: same host",
    "Example Air: like name",
  ]);
});

test("names are compared without accents, case and legal form", () => {
  assert.deepEqual(suggest("a@b.example", "BÉRG AVIATION GmbH"), ["Berg Aviation Ltd: like name"]);
  assert.deepEqual(suggest("a@b.example", "Exampel Air"), ["Example Air: like name"]);
  assert.deepEqual(suggest("a@b.example", "Quite Other"), []);
  assert.deepEqual(suggest("a@b.example", null), []);
});

test("for a free e-mail provider, only the exact address is suggested", () => {
  const known = [
    ["Zulu Parts", "z@gmail.com"],
    ["Cole Aero", "c@gmail.com"],
  ] as const;
  assert.deepEqual(suggest("c@gmail.com", null, known), ["Cole Aero: same address"]);
});
