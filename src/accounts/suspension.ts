// Suspending an account, which immediately refuses its keys and ends its sessions, and resuming it.
import { Type } from "typebox";
import { isUuid } from "../db/isUuid.ts";
import { operators } from "../kit/access.ts";
import { action } from "../kit/action.ts";
import type { Noun } from "../kit/declared.ts";
import { first, raw, sql } from "../kit/sql.ts";
import { wire } from "../kit/wire.ts";
import { columns, type OperatorAccount } from "./operatorAccountQueries.ts";
import { selectAccount, updateSuspended } from "./queries.ts";

export const accountNoun: Noun<OperatorAccount> = {
  name: "account",
  async find(db, text, { lock }) {
    const id = isUuid(text) ? text : (await selectAccount(db, text))?.accountId;
    if (id === undefined) return undefined;
    const found = sql`select ${raw(columns)} from accounts a where a.account_id = ${id}`;
    return first<OperatorAccount>(db, lock ? sql`${found} for update` : found);
  },
  idOf: ({ accountId }) => accountId,
  accountOf: ({ accountId }) => accountId,
  address: (id) => `/console/accounts/${id}`,
  wire: {
    account_id: wire.id(({ accountId }) => accountId),
    name: wire.text(({ name }) => name),
    email: wire.text(({ email }) => email),
    currency: wire.text(({ currency }) => currency),
    state: wire.text(({ suspendedAt }) => (suspendedAt === null ? "active" : "suspended")),
    suspended_at: wire.timeOrNull(({ suspendedAt }) => suspendedAt),
    created_at: wire.time(({ createdAt }) => createdAt),
  },
};

export const suspendAccount = action({
  name: "account suspend",
  of: accountNoun,
  who: operators,
  surfaces: ["page", "shell", "api"],
  input: Type.Object({}),
  isOffered: ({ suspendedAt }) => suspendedAt === null,
  // The account is locked: a concurrent sign-in has stored its session by then.
  async run(tx, { accountId, suspendedAt }, _input, { now }) {
    if (suspendedAt !== null) return "is suspended";
    await updateSuspended(tx, accountId, now);
    return "suspended";
  },
  audit: ({ suspendedAt }, _input, { now }) => ({
    action: "suspended an account",
    before: { suspended_at: suspendedAt },
    after: { suspended_at: now },
  }),
  words: {
    about: "suspend an account; its keys stop working immediately",
    button: ({ name }) => `Suspend ${name}`,
    effects: () =>
      "Its keys stop working within a second. Its people are signed out and can't sign in. " +
      "Orders do not change.",
    done: { suspended: "Account suspended." },
    same: { "is suspended": "The account is already suspended." },
    refused: {},
  },
});

export const resumeAccount = action({
  name: "account resume",
  of: accountNoun,
  who: operators,
  surfaces: ["page", "shell", "api"],
  input: Type.Object({}),
  isOffered: ({ suspendedAt }) => suspendedAt !== null,
  async run(tx, { accountId, suspendedAt }) {
    if (suspendedAt === null) return "is active";
    await updateSuspended(tx, accountId, null);
    return "resumed";
  },
  audit: ({ suspendedAt }) => ({
    action: "resumed an account",
    before: { suspended_at: suspendedAt },
    after: { suspended_at: null },
  }),
  words: {
    about: "resume a suspended account; its keys work again, its ended sessions stay ended",
    button: () => "Resume account",
    done: { resumed: "Account resumed." },
    same: { "is active": "The account is already active." },
    refused: {},
  },
});
