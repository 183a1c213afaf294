import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type Caller,
  createFairQueue,
  type FairQueue,
  type Ticket,
} from "../../src/server/http/connections/fairQueue.ts";

const slots = 4;
const groupSlots = 2;

function openQueue(): FairQueue<string> {
  return createFairQueue<string>(slots, groupSlots);
}

/** A ticket of a caller "group/line"; "group/line!" needs a slot. */
function ticketOf(item: string, by = item, given: { sinceMs?: number; bytes?: number } = {}) {
  const [group = "", line = ""] = by.split("/");
  const caller: Caller = { group, line, needsSlot: by.endsWith("!") };
  return { item, caller, bytes: 1, sinceMs: 0, hasSlot: false, ...given };
}

/** Takes all that may start and charges each with `costOf` its item. */
function takeAll(queue: FairQueue<string>, costOf: (item: string) => number): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    queue.charge(next, costOf(next.item));
    taken.push(next.item);
  }
  return taken;
}

test("callers take turns, and those of a group share the turns of one", () => {
  const queue = openQueue();
  for (let place = 0; place < 4; place += 1) queue.wait(ticketOf("a/1"));
  for (const network of ["x", "y", "z"]) queue.wait(ticketOf(`others/${network}`));
  queue.wait(ticketOf("b/1"));
  const order = takeAll(queue, () => 1);
  assert.deepEqual(order, [
    ...["a/1", "others/x", "b/1"],
    ...["a/1", "others/y"],
    ...["a/1", "others/z"],
    "a/1",
  ]);
});

test("who has cost less is next, whatever the number of requests", () => {
  const queue = openQueue();
  for (let place = 0; place < 4; place += 1) queue.wait(ticketOf("dear/1"));
  for (let place = 0; place < 20; place += 1) queue.wait(ticketOf("cheap/1"));
  const order = takeAll(queue, (item) => (item === "dear/1" ? 10 : 1));
  assert.equal(order.slice(0, 11).filter((item) => item === "cheap/1").length, 10);
  assert.equal(order.slice(0, 22).filter((item) => item === "dear/1").length, 2);
});

test("what was cheap or idle for long is not owed: a newcomer is next, and then takes turns", () => {
  const queue = openQueue();
  queue.wait(ticketOf("late/1"));
  takeAll(queue, () => 1);
  for (let place = 0; place < 100; place += 1) queue.wait(ticketOf("busy/1"));
  for (let place = 0; place < 90; place += 1) queue.charge(queue.take() as Ticket<string>, 1);
  for (let place = 0; place < 10; place += 1) queue.wait(ticketOf("late/1"));
  const order = takeAll(queue, () => 1).slice(0, 10);
  assert.equal(order.filter((item) => item === "late/1").length, 5, order.join());
});

test("what a caller received while nobody waited does not put it behind others", () => {
  const queue = openQueue();
  for (let place = 0; place < 100; place += 1) {
    queue.wait(ticketOf("a/1"));
    takeAll(queue, () => 10);
  }
  for (let place = 0; place < 4; place += 1) {
    queue.wait(ticketOf("b/1"));
    queue.wait(ticketOf("a/1"));
  }
  const order = takeAll(queue, () => 10);
  assert.equal(order.slice(0, 4).filter((item) => item === "a/1").length, 2, order.join());
});

test("requests of a group hold at most its slots; others, and what needs none, pass it", () => {
  const queue = openQueue();
  for (let place = 0; place < 5; place += 1) queue.wait(ticketOf(`a/${place}`, "a/1!"));
  queue.wait(ticketOf("a lookup", "a/2"));
  queue.wait(ticketOf("b", "b/1!"));
  assert.deepEqual(
    takeAll(queue, () => 1).sort(),
    ["a/0", "a/1", "a lookup", "b"].sort(),
    "three slots are held, two by a",
  );
  assert.deepEqual(queue.count(), { running: 3, waiting: 3 });
});

test("a released slot goes to the group that has cost less", () => {
  const queue = openQueue();
  const held: Ticket<string>[] = [];
  for (const group of ["a", "a", "a", "b", "b", "b", "c"]) {
    queue.wait(ticketOf(group, `${group}/1!`));
  }
  for (let next = queue.take(); next; next = queue.take()) {
    queue.charge(next, { a: 5, b: 7 }[next.item] ?? 1);
    held.push(next);
  }
  assert.deepEqual(held.map(({ item }) => item).sort(), ["a", "a", "b", "c"]);
  queue.wait(ticketOf("c", "c/1!"));
  queue.release(held.find(({ item }) => item === "a") as Ticket<string>);
  assert.equal(queue.take()?.item, "c");
});

test("what is in progress goes on before others of its caller, even if no slot is free", () => {
  const queue = openQueue();
  for (const item of ["1", "2", "3"]) queue.wait(ticketOf(item, "a/1!"));
  const first = queue.take() as Ticket<string>;
  queue.take();
  queue.goOn(first);
  assert.equal(queue.take(), first);
  assert.equal(queue.take(), undefined);
});

test("who waits longest is late first, and what is in progress is never late", () => {
  const queue = openQueue();
  queue.wait(ticketOf("old", "a/1", { sinceMs: 5 }));
  const first = queue.take() as Ticket<string>;
  queue.goOn(first);
  queue.wait(ticketOf("1", "b/1", { sinceMs: 10 }));
  queue.wait(ticketOf("2", "c/1", { sinceMs: 20 }));
  assert.deepEqual(
    [15, 15, 20, 21].map((beforeMs) => queue.takeLate(beforeMs)?.item),
    ["1", undefined, undefined, "2"],
  );
  assert.equal(queue.take(), first);
});

test("the group that needs most memory pays with the latest of its largest line", () => {
  const queue = openQueue();
  queue.wait(ticketOf("account", "a/1", { bytes: 40 }));
  for (const line of ["x", "y", "y"]) {
    queue.wait(ticketOf(line, `others/${line}`, { bytes: 20 }));
  }
  assert.equal(queue.takeExcess(100), undefined);
  assert.equal(queue.takeExcess(99)?.item, "y");
  assert.equal(queue.takeExcess(99), undefined);
});

/** A queue with what has left it; `running` may be released or go on. */
function openHistory() {
  const queue = openQueue();
  const ended = new Set<string>();
  const running: Ticket<string>[] = [];
  let sent = 0;

  function take(cost: number): boolean {
    const taken = queue.take();
    if (taken === undefined) return false;
    queue.charge(taken, cost);
    ended.add(taken.item);
    running.push(taken);
    return true;
  }

  /** Takes one out that has not started. */
  function takeOut(out: Ticket<string> | undefined): void {
    if (out === undefined) return;
    assert.ok(!ended.has(out.item));
    ended.add(out.item);
  }

  const first = (then: (ticket: Ticket<string>) => void): void =>
    running.splice(0, 1).forEach(then);
  const steps = {
    wait: (place: number, by: string) => queue.wait(ticketOf(`${sent++}`, by, { sinceMs: place })),
    take: (_: number, __: string, cost: number) => void take(cost),
    late: (place: number) => takeOut(queue.takeLate(place - 20)),
    excess: () => takeOut(queue.takeExcess(10)),
    goOn: () => first(queue.goOn),
    release: () => first(queue.release),
  };
  return {
    steps,
    assertSlots(): void {
      const held = running.filter(({ hasSlot }) => hasSlot);
      for (const group of ["a", "b", "c"]) {
        assert.ok(held.filter(({ caller }) => caller.group === group).length <= groupSlots);
      }
      assert.ok(held.length <= slots && held.length <= queue.count().running);
    },
    assertEnd(): void {
      while (take(1) || running.length > 0) steps.release();
      assert.deepEqual(queue.count(), { running: 0, waiting: 0 });
      assert.equal(ended.size, sent);
    },
  };
}

test("whatever happens, slots keep their limits, and each request starts or is taken out once", () => {
  const step = fc.record({
    kind: fc.constantFrom("wait", "wait", "take", "take", "release", "late", "excess", "goOn"),
    by: fc.constantFrom("a/1!", "a/1", "a/2!", "b/1!", "b/1", "c/1!", "c/2!"),
    cost: fc.integer({ min: 0, max: 50 }),
  } as const);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (taken) => {
      const history = openHistory();
      for (const [place, { kind, by, cost }] of taken.entries()) {
        history.steps[kind](place, by, cost);
        history.assertSlots();
      }
      history.assertEnd();
    }),
    { numRuns: 300 },
  );
});

test("while all wait, no group gets ahead of another by more than its dearest request", () => {
  const costs = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(costs, costs, (ofA, ofB) => {
      const queue = openQueue();
      for (const [place] of ofA.entries()) {
        queue.wait(ticketOf(`a${place}`, "a/1"));
        queue.wait(ticketOf(`b${place}`, "b/1"));
      }
      const spent = { a: 0, b: 0 };
      const left = { a: 30, b: 30 };
      while (left.a > 0 && left.b > 0) {
        const next = queue.take() as Ticket<string>;
        const group = next.item[0] as "a" | "b";
        const cost = (group === "a" ? ofA : ofB)[Number(next.item.slice(1))] ?? 0;
        queue.charge(next, cost);
        spent[group] += cost;
        left[group] -= 1;
        assert.ok(Math.abs(spent.a - spent.b) <= 100);
      }
    }),
  );
});
