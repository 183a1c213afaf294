// Where operators find quote requests: the list, the home page, the search and the account.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { app, olga, openConsole, textOf } from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import {
  openQuoteRequestFixture,
  quoteRequestsPath as root,
} from "../support/quoteRequestFixture.ts";
import { readAttribute } from "../support/readAttribute.ts";

let quotes: ReturnType<typeof openQuoteRequestFixture>;

openConsole();

before(async () => {
  quotes = openQuoteRequestFixture(app);
});

const readText = async (path: string) => textOf((await olga.get(path)).body);

/** The numbers of the requests that a page of the list shows, in order. */
const numbersOn = (body: string) =>
  Array.from(body.matchAll(/<th [^>]*><a [^>]*>(RFQ-\d+)<\/a><\/th>/g), ([, number]) => number);

const listed = async (path: string, by = olga) =>
  numbersOn((await expectAnswer(by.get(path), 200)).body);

test("the page of an account links to its requests only, and an unknown account has none", async () => {
  const [one, other] = [await quotes.send(), await quotes.send()];
  const { accountId } = one.buyer.account;
  const link = `${root}?view=all&account=${accountId}`;
  const { body } = await olga.get(`/console/accounts/${accountId}`);
  assert.ok(readAttribute(body).includes(`href="${link}"`));
  assert.deepEqual(await listed(link), [one.request.requestNumber]);
  assert.ok((await readText(link)).includes(`Account ${accountId} Quote requests`));
  await quotes.withdraw(one);
  const open = olga.get(`${root}?account=${accountId}`);
  const { body: none } = await expectAnswer(open, 200, /No quote requests with this state/);
  assert.ok(!none.includes(other.request.requestNumber));
  const unknown = olga.get(`${root}?account=${encodeURIComponent('"><script>')}`);
  await expectAnswer(unknown, 200, /No quote requests with this state/);
});

test("the search finds a request by its number, in any writing", async () => {
  const { request, page } = await quotes.send([{ partNumber: "FOUND-1" }]);
  const digits = request.requestNumber.slice(4);
  for (const q of [request.requestNumber, `rfq-${digits}`, `RFQ ${digits}`, `#${digits}`, digits]) {
    const { body } = await olga.get(`/console/search?${new URLSearchParams({ q })}`);
    const [, found = "none"] = /<h2>Quote requests<\/h2>([\s\S]*?)<\/section>/.exec(body) ?? [];
    assert.ok(found.includes(`href="${page}"`), q);
    assert.match(found, /FOUND-1/, q);
  }
  for (const q of ["RFQ-1", `${digits}0`, `SO-${digits}`]) {
    const { body } = await olga.get(`/console/search?${new URLSearchParams({ q })}`);
    assert.ok(!body.includes(page), q);
  }
});
