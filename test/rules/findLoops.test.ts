// Loops of supersessions: the links in a loop, and the message.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeLoop, findLoops } from "../../src/imports/offers/supersessions.ts";

/** Links as "A>B". */
const linksOf = (...texts: string[]) =>
  texts.map((text) => {
    const [from = "", to = ""] = text.split(">");
    return { from, to };
  });
const pathsOf = (...texts: string[]) =>
  findLoops(linksOf(...texts)).map(({ path }) => path?.join(">"));

test("a link in two loops is reported with the shorter one; a link between two loops is in neither", () => {
  assert.deepEqual(pathsOf("A>B", "B>A", "B>C", "C>A", "C>D", "D>E", "E>D"), [
    "A>B>A",
    "B>A>B",
    "B>C>A>B",
    "C>A>B>C",
    "D>E>D",
    "E>D>E",
  ]);
});

test("a loop of 50 parts is reported with its path, a longer one of up to 100,000 parts without", () => {
  for (const [length, hasPath] of [
    [50, true],
    [51, false],
    [100_000, false],
  ] as const) {
    const links = Array.from({ length }, (_, at) => `P${at}>P${(at + 1) % length}`);
    const loops = findLoops(linksOf(...links));
    assert.equal(loops.length, length);
    assert.equal(loops[0]?.path?.length, hasPath ? length + 1 : undefined);
  }
});

test("a link is in a loop exactly if its end leads back to its start", () => {
  const part = fc.constantFrom(..."ABCDEFGH");
  const links = fc.array(fc.record({ from: part, to: part }, { noNullPrototype: true }), {
    maxLength: 16,
  });
  fc.assert(
    fc.property(links, (all) => {
      const leadsTo = (from: string, to: string): boolean => {
        const reached = new Set([from]);
        for (const at of reached)
          for (const link of all) if (link.from === at) reached.add(link.to);
        return reached.has(to);
      };
      const expected = all.filter(({ from, to }) => leadsTo(to, from));
      const found = findLoops(all);
      assert.deepEqual(
        found.map(({ from, to }) => ({ from, to })),
        expected,
      );
      for (const { from, to, path } of found) {
        assert.deepEqual([path?.[0], path?.[1], path?.at(-1)], [from, to, from]);
        for (const [at, step] of (path ?? []).slice(0, -1).entries()) {
          assert.ok(all.some((link) => link.from === step && link.to === path?.[at + 1]));
        }
      }
    }),
  );
});

test("the message of a long loop has its first parts and its end", () => {
  const path = [..."ABCDEFGHIJK", "A"];
  assert.equal(
    describeLoop({ from: "A", to: "B", path: ["A", "B", "A"] }),
    "leads back to itself: A > B > A",
  );
  assert.equal(
    describeLoop({ from: "K", to: "A", path }),
    "leads back to itself: A > B > C > D > E > F > G > H > ... > A",
  );
});
