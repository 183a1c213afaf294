// An AOG of a list stays with it: at its head, in the review and the notes of its order, and in the
// subject of the operator's e-mail.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readForm } from "../support/openedForm.ts";
import { buyer, openPortal } from "../support/portal.ts";
import { draftOf, paste, showAll } from "../support/portalLists.ts";
import { offer, read, run } from "../support/steps.ts";

openPortal();

before(async () => {
  for (const number of ["NUT-1", "NUT-2"]) await offer(number, { stock: 500 });
});

const columns = "P/N\tDescription\tQty\tNeed date\tAOG";
const marked = [
  columns,
  "NUT-1\tNut\t1\tAOG\t",
  "NUT-2\tCritical nut\t1\t\tno",
  "NUT-2\tAOG nut\t1\t\tx",
].join("\n");

async function confirmationOf(list: string) {
  const order = await draftOf(list);
  const review = `${order}/confirm`;
  const { body } = await buyer.get(review);
  const sent = await buyer.post(review, readForm(body, review));
  assert.equal(sent.statusCode, 303, sent.body);
  const [mail] = await run<{ readonly subject: string }>(
    "select subject from mails where kind = 'order received' and position($1 in body) > 0",
    [order],
  );
  return { body, subject: mail?.subject ?? "" };
}

test("urgent rows are named at the head of a list, and their parts in the order's notes", async () => {
  const list = await paste(marked);
  assert.match(
    await showAll(list),
    /AOG[\s\S]{0,200}Rows: [^.]*#row-2">2<\/a>, [^.]*#row-4">4<\/a></,
  );
  const { body, subject } = await confirmationOf(list);
  assert.match(body, /AOG: NUT-1, NUT-2</);
  assert.match(body, /<h1>[^!]*>AOG</);
  assert.match(subject, /^AOG: To fulfil: order SO-/);
});

test("a title makes the whole list urgent, a signature below its rows does not", async () => {
  const rows = "P/N\tQty\nNUT-1\t2";
  const list = await paste(`AOG D-EX41 in HAM\t\n${rows}`);
  assert.match(await showAll(list), /Line 1 says so for the whole list\./);
  const { body, subject } = await confirmationOf(list);
  assert.match(body, />AOG</);
  assert.match(subject, /^AOG: /);
  const usual = await paste(`${rows}\nJ. Okafor, AOG desk\t`);
  assert.doesNotMatch(await read(usual), /The whole list/);
  assert.match((await confirmationOf(usual)).subject, /^To fulfil: /);
});
