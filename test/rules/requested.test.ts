// What a line says of what was asked for, each fact once, and what of it the offer lacks.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReviewedLine } from "../../src/orders/drafts/reviewDraft.ts";
import { listDifferences } from "../../src/orders/drafts/reviewDraft.ts";
import { keyInstructions, noInstructions } from "../../src/orders/lineInstructions.ts";
import {
  findMissingCertificate,
  nothingRequested,
  pickLasting,
  type Requested,
  requestAgain,
  writeRequested,
} from "../../src/orders/requested.ts";

const line = { condition: "SV", certificate: "8130-3; CoC", quantity: 25, unitOfMeasure: "EA" };
const ask = (more: Partial<Requested>): Requested => ({ ...nothingRequested, ...more });

const written: readonly (readonly [asked: Partial<Requested>, texts: readonly string[]])[] = [
  [{}, []],
  [{ partNumber: "DA 1147-37-3" }, ["Listed as DA 1147-37-3"]],
  [{ quantity: 1_024, unit: "EA" }, ["Asked: 1,024 EA"]],
  [{ quantity: 2.5, unit: "m" }, ["Asked: 2.5 m"]],
  [{ quantity: 25, unit: "DZ" }, ["Asked: 25 DZ"]],
  [{ quantity: 25, unit: "EA" }, []],
  [{ conditions: ["SV"] }, []],
  [{ conditions: ["NE"] }, ["Wants: NE"]],
  [{ conditions: ["SV", "OH"] }, ["Wants: SV or OH"]],
  [{ certificates: ["EASA Form 1"] }, ["Wants: EASA Form 1"]],
  [{ certificates: ["EASA Form 1", "8130-3"] }, []],
  [{ unread: { certificate: "dual release" }, certificates: ["8130-3"] }, ["Wants: dual release"]],
  [{ unread: { condition: "no PMA" }, conditions: ["SV"] }, ["Wants: no PMA"]],
  [{ unread: { day: "ASAP" } }, ["Needed by: ASAP"]],
];

for (const [asked, texts] of written) {
  test(`${JSON.stringify(asked)} of 25 EA in SV is written as ${JSON.stringify(texts)}`, () => {
    assert.deepEqual(writeRequested({ ...line, requested: ask(asked) }), texts);
  });
}

test("a certificate is missing unless the offer lists one of those that are enough", () => {
  const either = ask({ certificates: ["8130-3", "EASA Form 1"] });
  const find = (certificate: string | null) => findMissingCertificate(either, { certificate });
  assert.equal(find("CoC"), "FAA 8130-3 or EASA Form 1");
  assert.equal(find(null), "FAA 8130-3 or EASA Form 1");
  assert.equal(find("CoC; EASA Form 1"), null);
  const unknown = { ...either, unread: { certificate: "dual release" } };
  assert.equal(findMissingCertificate(unknown, { certificate: "8130-3" }), "dual release");
});

test("lines that differ from what was requested are listed by how", () => {
  const toLine = (asked: Partial<Requested>, more: Partial<ReviewedLine> = {}) =>
    ({
      late: null,
      offer: undefined,
      before: { ...line, requested: ask(asked) },
      ...more,
    }) as ReviewedLine;
  const lines = [
    toLine({}),
    toLine({ quantity: 500, unit: "EA", conditions: ["NE", "OH"] }),
    toLine({ partNumber: "DA20736-1" }),
    toLine({ certificates: ["EASA Form 1"] }, { late: { kind: "passed" } }),
    toLine({ conditions: ["OH", "SV"], unread: { certificate: "dual release", day: "ASAP" } }),
  ];
  assert.deepEqual(
    [...listDifferences({ lines })],
    [
      ["number", [3]],
      ["condition", [2]],
      ["certificate", [4, 5]],
      ["quantity", [2]],
      ["day", [4]],
    ],
  );
  assert.equal(listDifferences({ lines: [toLine({})] }).size, 0);
});

test("what says which part is wanted lasts, quantities and days do not", () => {
  const lasting = { partNumber: "A", conditions: ["NE"], certificates: ["CoC"] };
  const all = ask({
    ...lasting,
    quantity: 5,
    unit: "EA",
    unread: { day: "ASAP", certificate: "x" },
  });
  assert.deepEqual(pickLasting(all), ask({ ...lasting, unread: { certificate: "x" } }));
});

test("a line that is ordered from another offer asks for what it had, unless it asked for more", () => {
  const had = { condition: "OH", certificate: "8130-3; CoC" };
  const offer = { condition: "SV", certificate: "CoC" };
  const again = requestAgain(nothingRequested, had, offer);
  assert.deepEqual(again, ask({ conditions: ["OH"], certificates: ["8130-3"] }));
  const asked = ask({ conditions: ["NE"], certificates: ["EASA Form 1"] });
  assert.deepEqual(requestAgain(asked, had, offer), asked);
  assert.deepEqual(requestAgain(nothingRequested, {}, offer), nothingRequested);
});

test("quantities are one line only if they say the same and no other quantity was asked for", () => {
  const say = (more: object) => keyInstructions({ ...noInstructions, ...more });
  const aog = say({ remark: "AOG" });
  assert.equal(say({ remark: "AOG", requested: ask({ unread: {} }) }), aog);
  assert.equal(say({ requested: ask({ quantity: 5, unit: "EA" }) }), null);
  const unread = [{ day: "x" }, { condition: "x" }, { certificate: "x" }];
  const others = [
    say({}),
    say({ remark: "aog" }),
    say({ remark: "AOG", neededBy: "2030-01-02" }),
    say({ remark: "AOG", requested: ask({ partNumber: "A" }) }),
    say({ remark: "AOG", requested: ask({ conditions: ["A"] }) }),
    say({ remark: "AOG", requested: ask({ certificates: ["A"] }) }),
    ...unread.map((one) => say({ remark: "AOG", requested: ask({ unread: one }) })),
  ];
  assert.equal(new Set([aog, ...others]).size, others.length + 1);
});
