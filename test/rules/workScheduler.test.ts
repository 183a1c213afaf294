import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import fc from "fast-check";
import type { AccountId } from "../../src/accounts/account.ts";
import type { Failure } from "../../src/kit/errors.ts";
import { createWorkScheduler, type WorkScheduler } from "../../src/server/api/workScheduler.ts";

const runningUnits = 100;
/** Units that a node admits before its rate is measured. */
const firstUnits = 16_000;

type Sent = {
  readonly ended: Promise<string>;
  readonly hasStarted: () => boolean;
  readonly finish: () => void;
};

/** A scheduler with a manual clock, whose work ends when the test says so. */
function openScheduler() {
  const state = { nowMs: 0, full: false };
  const scheduler = createWorkScheduler({
    runningUnits,
    isFull: () => state.full,
    clockMs: () => state.nowMs,
  });
  /** Schedules work of a key "account/key"; `ended` is "done" or the code of its failure. */
  function send(key: string, units: number, isWanted = () => true): Sent {
    const [accountId = ""] = key.split("/");
    const gate = Promise.withResolvers<void>();
    let started = false;
    const ended = scheduler
      .run({ accountId: accountId as AccountId, keyId: key, units, isWanted }, () => {
        started = true;
        return gate.promise;
      })
      .then(
        () => "done",
        (error: Failure) => error.code,
      );
    return { ended, hasStarted: () => started, finish: () => gate.resolve() };
  }
  /** Sends small requests of two other accounts, so that no account is alone. */
  async function share(): Promise<void> {
    for (const key of ["y/1", "z/1"]) {
      const work = send(key, 1);
      work.finish();
      await work.ended;
    }
  }
  return { state, scheduler, send, share };
}

test("with other accounts, a key has at most three eighths of the admitted work, and its account half; both get 429", async () => {
  const { send, scheduler, share } = openScheduler();
  await share();
  const first = send("a/1", (firstUnits * 3) / 8);
  assert.equal(await send("a/1", 1).ended, "RATE_LIMITED");
  const second = send("a/2", firstUnits / 8);
  assert.equal(await send("a/3", 1).ended, "RATE_LIMITED");
  assert.deepEqual(scheduler.count(), { running: (firstUnits * 3) / 8, waiting: firstUnits / 8 });
  first.finish();
  second.finish();
  assert.deepEqual(await Promise.all([first.ended, second.ended]), ["done", "done"]);
  const third = send("a/3", 1);
  third.finish();
  assert.equal(await third.ended, "done");
});

test("a key that is alone has four fifths of the admitted work, and the next account the rest", async () => {
  const { send, state } = openScheduler();
  const flood = [send("a/1", firstUnits / 2), send("a/1", (firstUnits * 3) / 10)];
  assert.equal(await send("a/1", 1).ended, "RATE_LIMITED");
  state.nowMs += 5_000;
  const newcomer = send("b/1", firstUnits / 5);
  assert.equal(await send("b/1", 1).ended, "UNAVAILABLE");
  for (const work of [...flood, newcomer]) work.finish();
  assert.equal(await newcomer.ended, "done");
});

test("a full node responds with 503, because of its own work or another cause", async () => {
  const { send, state } = openScheduler();
  const filled = ["a/1", "a/2", "b/1", "b/2"].map((key) => send(key, firstUnits / 4));
  assert.equal(await send("c/1", 1).ended, "UNAVAILABLE");
  for (const work of filled) work.finish();
  await Promise.all(filled.map((work) => work.ended));
  state.full = true;
  assert.equal(await send("c/1", 1).ended, "UNAVAILABLE");
});

test("an idle node admits a request of any size", async () => {
  const { send } = openScheduler();
  const work = send("a/1", 10 * firstUnits);
  work.finish();
  assert.equal(await work.ended, "done");
});

test("an account that is alone uses four fifths of the node, and another starts before its pending work", async () => {
  const { send, state } = openScheduler();
  const flood = Array.from({ length: 20 }, () => send("a/1", runningUnits / 5));
  assert.equal(flood.filter((work) => work.hasStarted()).length, 4);
  const newcomer = send("b/1", runningUnits / 5);
  assert.equal(newcomer.hasStarted(), true);
  for (const work of flood.splice(0, 4)) work.finish();
  await settled();
  assert.equal(flood.filter((work) => work.hasStarted()).length, 1, "now it is not alone");
  state.nowMs += 1_000;
  flood.shift()?.finish();
  await settled();
  assert.equal(flood.filter((work) => work.hasStarted()).length, 4, "the other was long ago");
  for (const work of [...flood, newcomer]) work.finish();
  await Promise.all([...flood, newcomer].map((work) => work.ended));
});

test("accounts with pending work take turns by the units they receive", async () => {
  const { send } = openScheduler();
  const order: string[] = [];
  const works = ["a", "b"].flatMap((account) =>
    Array.from({ length: 6 }, () => ({ account, sent: send(`${account}/1`, runningUnits) })),
  );
  while (works.length > 0) {
    const next = works.findIndex(({ sent }) => sent.hasStarted());
    const [work] = works.splice(next, 1);
    order.push(work?.account ?? "");
    work?.sent.finish();
    await settled();
  }
  for (let count = 2; count <= order.length; count += 2) {
    const ofA = order.slice(0, count).filter((account) => account === "a").length;
    assert.ok(Math.abs(ofA - count / 2) <= 1, order.join(""));
  }
});

test("what an account received while nobody waited does not put it behind others", async () => {
  const { send } = openScheduler();
  let last = send("b/1", runningUnits / 5);
  for (let turn = 0; turn < 100; turn += 1) {
    const next = send("b/1", runningUnits / 5);
    last.finish();
    await settled();
    last = next;
  }
  const pending = ["a", "c", "d", "e", "f", "b"].flatMap((account) =>
    Array.from({ length: 4 }, () => ({ account, sent: send(`${account}/1`, runningUnits / 5) })),
  );
  const started: typeof pending = [];
  let order = "";
  for (let running = last; order.length < 24; running = started.shift()?.sent ?? last) {
    running.finish();
    await settled();
    for (const work of pending.filter(({ sent }) => sent.hasStarted())) {
      pending.splice(pending.indexOf(work), 1);
      started.push(work);
      order += work.account;
    }
  }
  for (const { sent } of started) sent.finish();
  assert.ok(order.slice(0, 12).includes("b"), order);
});

/** Another account has four small requests in progress, and more pending or sent as they end. */
async function expectLargeStarts(isPending: boolean): Promise<void> {
  const { send } = openScheduler();
  const running = 4;
  const small = Array.from({ length: running }, () => send("a/1", 10));
  const large = send("b/1", runningUnits - 5);
  let ended = 0;
  for (; ended < 100 && !large.hasStarted(); ended += 1) {
    if (isPending) small.push(send("a/1", 10));
    small.shift()?.finish();
    await settled();
    if (!isPending) small.push(send("a/1", 10));
  }
  assert.equal(ended, running, "only what ran when it came ends before it starts");
  for (const work of [...small, large]) work.finish();
  for (const work of [...small, large]) assert.equal(await work.ended, "done");
}

test("large work starts although another account always has pending work", () =>
  expectLargeStarts(true));

test("large work starts although another account sends its next when one has ended", () =>
  expectLargeStarts(false));

test("work whose client has disconnected does not start", async () => {
  const { send, scheduler } = openScheduler();
  const first = send("a/1", runningUnits);
  const gone = send("a/1", runningUnits, () => false);
  first.finish();
  assert.equal(await gone.ended, "UNAVAILABLE");
  assert.equal(gone.hasStarted(), false);
  assert.deepEqual(scheduler.count(), { running: 0, waiting: 0 });
});

/** Finishes work at `unitsPerMs` for one second of the clock, with more always pending. */
async function runAt(
  { state, send }: ReturnType<typeof openScheduler>,
  unitsPerMs: number,
): Promise<void> {
  const pending = Array.from({ length: 4 }, (_, key) => send(`a/${key}`, 25));
  for (let turn = 0; turn < 100; turn += 1) {
    state.nowMs += 10;
    for (let units = 0; units < unitsPerMs * 10; units += 25) {
      pending.shift()?.finish();
      pending.push(send(`a/${turn % 4}`, 25));
      await settled();
    }
  }
  for (const work of pending) work.finish();
  await Promise.all(pending.map((work) => work.ended));
}

test("the amount of admitted work follows the node's throughput", async () => {
  const opened = openScheduler();
  const maxUnits = 0.9 * 100 * 250;
  await runAt(opened, 100);
  const large = opened.send("a/1", 1);
  await opened.share();
  const fits = opened.send("a/1", (maxUnits * 3) / 8 - 1);
  assert.equal(await Promise.race([fits.ended, settled().then(() => "admitted")]), "admitted");
  assert.equal(await opened.send("a/1", maxUnits / 2).ended, "RATE_LIMITED");
  large.finish();
  fits.finish();
});

test("every unit is released, however its work ends", async () => {
  const step = fc.record({
    account: fc.constantFrom("a", "b", "c"),
    units: fc.integer({ min: 1, max: 2_000 }),
    wanted: fc.boolean(),
    finishes: fc.nat({ max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { send, scheduler } = openScheduler();
      const sent: Sent[] = [];
      for (const { account, units, wanted, finishes } of steps) {
        sent.push(send(`${account}/${units % 2}`, units, () => wanted));
        for (const work of sent.slice(0, finishes)) work.finish();
        await settled();
      }
      for (const work of sent) work.finish();
      await Promise.all(sent.map((work) => work.ended));
      assertEmpty(scheduler);
    }),
    { numRuns: 100 },
  );
});

function assertEmpty(scheduler: WorkScheduler): void {
  assert.deepEqual(scheduler.count(), { running: 0, waiting: 0 });
}
