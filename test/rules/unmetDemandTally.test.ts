import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countUnmetDemand,
  listUnmetDemand,
  maxPartsPerAccount,
  sizeOf,
  type UnmetDemandTally,
} from "../../src/requests/unmetDemandTally.ts";
import { makeRequest } from "../support/makeRequest.ts";

test("at most 5,000 part numbers per account are counted; known ones continue to count", () => {
  const tally: UnmetDemandTally = new Map();
  const numbers = Array.from({ length: maxPartsPerAccount }, (_, place) => `N-${place}`);
  const { accountId } = makeRequest();
  const outcomes = "n".repeat(numbers.length);
  countUnmetDemand(tally, makeRequest({ accountId, partNumbers: numbers, outcomes }));
  assert.equal(sizeOf(tally), maxPartsPerAccount);
  countUnmetDemand(
    tally,
    makeRequest({ accountId, partNumbers: ["N-0", "N-NEW"], outcomes: "nn" }),
  );
  assert.equal(sizeOf(tally), maxPartsPerAccount);
  const misses = new Map([...listUnmetDemand(tally)].map((miss) => [miss.partNumber, miss]));
  assert.equal(misses.get("N-0")?.notFound, 2);
  assert.equal(misses.get("N-NEW"), undefined);
});
