import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestCaller } from "../../src/server/http/connections/lateRequests.ts";
import { createRequestTurns } from "../../src/server/http/connections/requestQueue.ts";

const maxLateBytes = 10_000;
const small = {
  key: {},
  hasStarted: false,
  readCaller: () => ({ group: "others" as const, name: "a" }),
  readBytes: () => 1,
  drop: () => undefined,
};

type Sent = {
  readonly caller: string;
  readonly group: RequestCaller["group"];
  readonly bytes: number;
  readonly hasStarted: boolean;
  readonly isGone: boolean;
};

/** Requests that take `ms` each. `starts` has their names and the turns in which they started. */
function createProbe() {
  let nowMs = 0;
  let turn = 0;
  const starts: [name: string, turn: number][] = [];
  const dropped: string[] = [];
  const turns = createRequestTurns(() => nowMs, maxLateBytes);
  return {
    starts,
    dropped,
    countLate: turns.countLate,
    send(name: string, ms: number, sent: Partial<Sent> = {}): void {
      const { caller = "a", group = "accounts", bytes = 1, hasStarted = false, isGone } = sent;
      turns.start({
        key: {},
        hasStarted,
        readCaller: () => ({ group, name: caller }),
        readBytes: () => bytes,
        begin() {
          if (isGone) return false;
          starts.push([name, turn]);
          nowMs += ms;
          return true;
        },
        drop: () => void dropped.push(name),
      });
    },
    /** Ends the turn; `pollMs` passes before the immediates of the next one run. */
    async endTurn(pollMs = 0): Promise<void> {
      nowMs += pollMs;
      await new Promise(setImmediate);
      turn += 1;
    },
  };
}

test("requests start until their turn has taken too long; the others start later, in order", async () => {
  const { starts, send, countLate, endTurn } = createProbe();
  for (const name of ["1", "2", "3"]) send(name, 1);
  send("4", 5);
  send("5", 1);
  assert.equal(countLate(), 3);
  for (let turn = 0; turn < 4; turn += 1) await endTurn();
  assert.deepEqual(
    starts.map(([name]) => name),
    ["1", "2", "3", "4", "5"],
  );
  assert.equal(countLate(), 0);
});

test("a request that comes early in a turn starts after the late ones", async () => {
  const { starts, send, endTurn } = createProbe();
  for (const name of ["1", "2", "3"]) send(name, 2);
  await endTurn();
  send("4", 2);
  for (let turn = 0; turn < 4; turn += 1) await endTurn();
  assert.deepEqual(
    starts.map(([name]) => name),
    ["1", "2", "3", "4"],
  );
});

test("late requests that take long start in turns of their own, short ones share a turn", async () => {
  const { starts, send, endTurn } = createProbe();
  send("first", 2);
  for (const name of ["long 1", "long 2", "long 3"]) send(name, 2);
  for (const name of ["short 1", "short 2", "short 3"]) send(name, 0.5);
  for (let turn = 0; turn < 8; turn += 1) await endTurn();
  const turnOf = new Map(starts);
  const turnsOfLong = [1, 2, 3].map((place) => turnOf.get(`long ${place}`));
  assert.equal(new Set(turnsOfLong).size, 3);
  const turnsOfShort = [1, 2, 3].map((place) => turnOf.get(`short ${place}`));
  assert.equal(new Set(turnsOfShort).size, 1);
});

test("a late request is told how long it has waited", async () => {
  const waits: number[] = [];
  let nowMs = 0;
  const turns = createRequestTurns(() => nowMs, maxLateBytes);
  for (let count = 0; count < 3; count += 1) {
    turns.start({
      ...small,
      begin(waitedMs) {
        waits.push(waitedMs);
        nowMs += 10;
        return true;
      },
    });
  }
  for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
  assert.deepEqual(waits, [0, 0, 10]);
});

test("a late request starts although other work takes all of each turn", async () => {
  const { starts, send, endTurn } = createProbe();
  for (const name of ["1", "2", "3"]) send(name, 2);
  for (let turn = 0; turn < 4; turn += 1) await endTurn(50);
  assert.equal(starts.length, 3);
});

test("what a request does without waiting ends before the next late one starts", async () => {
  const order: string[] = [];
  let nowMs = 0;
  const turns = createRequestTurns(() => nowMs, maxLateBytes);
  turns.start({
    ...small,
    begin() {
      nowMs += 2;
      return true;
    },
  });
  for (const name of ["1", "2"]) {
    turns.start({
      ...small,
      begin() {
        order.push(`start ${name}`);
        process.nextTick(() => void Promise.resolve().then(() => order.push(`end ${name}`)));
        return true;
      },
    });
  }
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  assert.deepEqual(order, ["start 1", "end 1", "start 2", "end 2"]);
});

test("a caller with many late requests delays another by one request", async () => {
  const { starts, send, endTurn } = createProbe();
  for (let count = 0; count < 1_000; count += 1) send("flood", 2);
  send("other 1", 2, { caller: "b" });
  send("other 2", 2, { caller: "b" });
  for (let turn = 0; turn < 8; turn += 1) await endTurn();
  const names = starts.map(([name]) => name);
  // The first started at once.
  assert.deepEqual(names.slice(0, 5), ["flood", "flood", "other 1", "flood", "other 2"]);
});

test("a health check and an account wait for one request of each group, however many callers it has", async () => {
  const { starts, send, endTurn } = createProbe();
  send("first", 2);
  for (let count = 0; count < 1_000; count += 1) {
    send("other", 2, { group: "others", caller: `network ${count}` });
  }
  send("account", 2);
  send("check", 2, { group: "health checks", caller: "proxy" });
  for (let turn = 0; turn < 5; turn += 1) await endTurn();
  const names = starts.map(([name]) => name);
  assert.deepEqual(names.slice(0, 5), ["first", "other", "account", "check", "other"]);
});

test("a request that has started goes on before others of its caller start", async () => {
  const { starts, send, endTurn } = createProbe();
  for (const name of ["1", "2", "3"]) send(name, 2);
  send("started", 2, { hasStarted: true });
  for (let turn = 0; turn < 5; turn += 1) await endTurn();
  const names = starts.map(([name]) => name);
  assert.deepEqual(names, ["1", "started", "2", "3"]);
});

test("requests of clients that have disconnected take no turn", async () => {
  const { starts, send, endTurn } = createProbe();
  send("1", 2);
  for (let count = 0; count < 10; count += 1) send("gone", 2, { isGone: true });
  send("2", 2);
  // Other work takes all of each turn.
  await endTurn(50);
  await endTurn(50);
  assert.deepEqual(
    starts.map(([name]) => name),
    ["1", "2"],
  );
});

test("a request has its turn until it waits for something", async () => {
  let nowMs = 0;
  const turns = createRequestTurns(() => nowMs, maxLateBytes);
  const has: boolean[] = [];
  const start = (key: object, work: () => void) =>
    turns.start({
      ...small,
      key,
      begin() {
        nowMs += 2;
        work();
        return true;
      },
    });
  start({}, () => undefined);
  const key = {};
  start(key, () => {
    has.push(turns.hasTurn(key));
    process.nextTick(() => has.push(turns.hasTurn(key)));
    setImmediate(() => has.push(turns.hasTurn(key)));
  });
  start({}, () => has.push(turns.hasTurn(key)));
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  assert.deepEqual(has, [true, true, false, false]);
});

test("the group that needs most memory pays, not an account with the largest requests", async () => {
  const { dropped, send } = createProbe();
  send("first", 2);
  send("account", 2, { bytes: 4_000 });
  for (let count = 0; count < 7; count += 1) {
    send(`other ${count}`, 2, { group: "others", caller: `network ${count}`, bytes: 1_000 });
  }
  assert.deepEqual(dropped, ["other 0"]);
});

test("if late requests need too much memory, the caller who needs most loses its latest", async () => {
  const { starts, dropped, send, countLate, endTurn } = createProbe();
  send("first", 2);
  for (const name of ["1", "2", "3"]) send(name, 2, { caller: "large", bytes: 3_000 });
  send("small 1", 2, { caller: "b", bytes: 900 });
  send("small 2", 2, { caller: "b", bytes: 900 });
  assert.deepEqual(dropped, ["3"]);
  send("4", 2, { caller: "large", bytes: 5_000 });
  assert.deepEqual(dropped, ["3", "4"]);
  assert.equal(countLate(), 4);
  for (let turn = 0; turn < 8; turn += 1) await endTurn();
  const names = starts.map(([name]) => name);
  assert.deepEqual(names, ["first", "1", "small 1", "2", "small 2"]);
  // What has started needs none.
  for (const name of ["5", "6", "7"]) send(name, 2, { caller: "large", bytes: 3_000 });
  assert.deepEqual(dropped, ["3", "4"]);
});
