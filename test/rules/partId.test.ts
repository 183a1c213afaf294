// The opaque part_id.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { createPartIds, type OfferId } from "../../src/catalog/partId.ts";
import { limits } from "../../src/kit/contract/limits.ts";

const secret = randomBytes(32);
const partIds = createPartIds(secret);
const offerIds = fc.integer({ min: 1, max: 2 ** 48 - 1 }).map((id) => id as OfferId);
const moments = fc.integer({ min: 0, max: 4_294_967_295_000 });

test("a part_id identifies its offer to its account, on any node and after a restart", () => {
  fc.assert(
    fc.property(
      fc.array(offerIds, { maxLength: 60 }),
      moments,
      fc.uuid(),
      (ids, nowMs, account) => {
        const minted = partIds.mint(account, ids, nowMs);
        const otherNode = createPartIds(secret);
        assert.equal(minted.length, ids.length);
        minted.forEach((partId, index) => {
          assert.deepEqual(otherNode.open(account, partId), {
            offerId: ids[index],
            mintedAtS: Math.floor(nowMs / 1000),
          });
        });
      },
    ),
  );
});

test("a part_id is at most 64 URL-safe characters", () => {
  fc.assert(
    fc.property(offerIds, moments, (offerId, nowMs) => {
      const [partId] = partIds.mint("a", [offerId], nowMs);
      assert.match(partId ?? "", /^[A-Za-z0-9_-]+$/);
      assert.ok((partId ?? "").length <= limits.partIdLength);
    }),
  );
});

test("a part_id is not valid for another account or another secret", () => {
  fc.assert(
    fc.property(offerIds, moments, (offerId, nowMs) => {
      const [partId = ""] = partIds.mint("one", [offerId], nowMs);
      assert.equal(partIds.open("two", partId), undefined);
      assert.equal(createPartIds(randomBytes(32)).open("one", partId), undefined);
    }),
    { numRuns: 50 },
  );
});

test("a part_id with a changed character is not valid", () => {
  const [partId = ""] = partIds.mint("one", [77 as OfferId], 1_795_000_000_000);
  for (let place = 0; place < partId.length; place += 1) {
    for (const letter of ["A", "z", "0", "-", "_", ".", "é"]) {
      if (partId[place] === letter) continue;
      const changed = partId.slice(0, place) + letter + partId.slice(place + 1);
      assert.equal(partIds.open("one", changed), undefined, changed);
    }
  }
});

test("a text that is not a part_id is not valid", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.equal(partIds.open("one", text), undefined);
    }),
  );
});
