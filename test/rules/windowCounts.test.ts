import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import {
  createSlotMemory,
  openSharedSlots,
  releaseSlots,
} from "../../src/server/http/sharedSlots.ts";
import { createWindowMemory, openWindowCounts } from "../../src/server/http/windowCounts.ts";

test("threads that count concurrently get each number once", async () => {
  const memory = createWindowMemory();
  const turns = 1_000;
  const counted = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const thread = new Worker(new URL("../support/countInThread.ts", import.meta.url), {
        workerData: { memory, turns },
      });
      return (await once(thread, "message"))[0] as number[];
    }),
  );
  const sorted = counted.flat().toSorted((one, other) => one - other);
  const each = Array.from({ length: 3 * turns }, (_, place) => [place + 1, place + 1]);
  assert.deepEqual(sorted, each.flat());
});

test("each window starts at one, even if requests of the previous one arrive late", () => {
  const memory = createWindowMemory(16);
  const [first, second] = [openWindowCounts(memory), openWindowCounts(memory)];
  assert.deepEqual([first.add(7, "a"), second.add(7, "a"), first.add(7, "b")], [1, 2, 1]);
  assert.deepEqual([first.add(8, "a"), second.add(7, "a"), second.add(8, "a")], [1, 3, 2]);
  assert.deepEqual([second.add(9, "a"), first.add(9, "a")], [1, 2]);
});

test("keys beyond the shared memory are counted by each thread", () => {
  const counts = openWindowCounts(createWindowMemory(4));
  const keys = Array.from({ length: 100 }, (_, place) => `key ${place}`);
  for (const expected of [1, 2, 3]) {
    for (const key of keys) assert.equal(counts.add(1, key), expected);
  }
});

test("a worker that dies while it empties a window does not block the others", () => {
  const memory = createWindowMemory(4);
  new Int32Array(memory).fill(-1, -2);
  assert.equal(openWindowCounts(memory).add(1, "a"), 1);
});

test("all workers of a node share its slots", () => {
  const memory = createSlotMemory(2);
  const [first, second] = [openSharedSlots(memory, 0, 3), openSharedSlots(memory, 1, 3)];
  assert.deepEqual(
    [first.take(), first.take(), second.take(), second.take()],
    [true, true, true, false],
  );
  second.release();
  assert.deepEqual([first.take(), second.take()], [true, false]);
  releaseSlots(memory, 0);
  assert.deepEqual([second.take(), second.take(), second.take()], [true, true, true]);
});
