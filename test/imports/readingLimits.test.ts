// A file that takes too long to read is refused, and its process ends.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { admin, app, openConsole } from "../support/console.ts";
import { catalogHeader, locationOf, sendImport } from "../support/sendImport.ts";
import { openVisitor } from "../support/testVisitor.ts";
import { uploadFile } from "../support/uploadFile.ts";

openConsole({ importFileBytes: 4_000_000 });
const tooSlow = /The file takes too long to read\. Split it and upload the parts separately\./;

/** Lets every limit pass before the work that has it; the limits, in milliseconds. */
function endLimits(t: TestContext): readonly number[] {
  const limits: number[] = [];
  t.mock.method(AbortSignal, "timeout", (ms: number) => {
    limits.push(ms);
    return AbortSignal.abort();
  });
  return limits;
}

test("a list that takes longer than 30 seconds to read is refused, and the next one is read", async (t) => {
  const buyer = await openVisitor(app, (await app.openAccount()).accountId);
  const upload = () => {
    const bytes = Buffer.from("part number,quantity\nA-1,1\n");
    return uploadFile(app, buyer, "/quick-order/file", "list.csv", bytes);
  };
  const limits = endLimits(t);
  for (const _ of [1, 2, 3]) {
    const refused = await upload();
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, tooSlow);
  }
  assert.deepEqual(limits, [30_000, 30_000, 30_000]);
  t.mock.restoreAll();
  assert.equal((await upload()).statusCode, 303);
});

test("a file that takes longer than 60 seconds to inspect is unreadable, and the next one is read", async (t) => {
  const text = `${catalogHeader}\nA-1,BOLT,NE,EA,1,1.00,USD,Acme\n`;
  const upload = async () => {
    const sent = await sendImport(app, admin, text);
    return (await admin.get(locationOf(sent))).body;
  };
  const limits = endLimits(t);
  for (const _ of [1, 2, 3, 4]) assert.match(await upload(), tooSlow);
  assert.deepEqual(limits, [60_000, 60_000, 60_000, 60_000]);
  t.mock.restoreAll();
  assert.doesNotMatch(await upload(), tooSlow);
});
