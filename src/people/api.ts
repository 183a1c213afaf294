// The people of accounts for the distributor's own systems.
import { Type } from "typebox";
import { isUuid } from "../db/isUuid.ts";
import { type Operation, pageOperation, recordOperation, verbOperation } from "../kit/api.ts";
import type { Context, Noun } from "../kit/declared.ts";
import { wire } from "../kit/wire.ts";
import { type ListedUser, selectListedUser, selectUserPage } from "../signIn/userQueries.ts";
import { removeMember, signOutMember } from "./changeMember.ts";

const user: Noun<ListedUser> = {
  name: "user",
  find: async (db, text) => (isUuid(text) ? selectListedUser(db, text) : undefined),
  idOf: ({ userId }) => userId,
  accountOf: ({ accountId }) => accountId,
  address: (id) => `/console/people/${id}`,
  wire: {
    user_id: wire.id(({ userId }) => userId),
    account_id: wire.id(({ accountId }) => accountId),
    name: wire.text(({ name }) => name),
    email: wire.text(({ email }) => email),
    role: wire.text(({ role }) => role),
    has_second_factor: wire.flag(({ hasSecondFactor }) => hasSecondFactor),
    created_at: wire.time(({ createdAt }) => createdAt),
    last_used_at: wire.timeOrNull(({ lastUsedAt }) => lastUsedAt),
  },
};

const lastAdmin = "The account has no other admin. Make another person an admin first.";

function change(verb: "sign-out" | "remove", summary: string, make: typeof removeMember) {
  return verbOperation<Context, ListedUser, ReturnType<typeof Type.Object>>({
    of: user,
    scope: "accounts:write",
    verb,
    summary,
    input: Type.Object({}),
    async run({ db }, { id }, { actor, now }) {
      const found = await user.find(db, id, { lock: false });
      if (found === undefined) return undefined;
      const { userId, accountId } = found;
      const outcome = await make(db, { userId, accountId, actor }, now);
      if (outcome === "last admin") return { refused: "last admin", text: lastAdmin };
      return outcome === "unknown" ? undefined : { last: found };
    },
  });
}

export const peopleOperations: readonly Operation<Context>[] = [
  pageOperation({
    of: user,
    scope: "accounts:read",
    summary: "List the people of accounts, by when they joined",
    filter: Type.Object({
      account: Type.Optional(
        Type.String({ format: "uuid", title: "Account", fault: "account must be an account_id." }),
      ),
    }),
    find: ({ db }, { account = null }, page) => selectUserPage(db, account, page),
  }),
  recordOperation("accounts:read", user),
  change("sign-out", "Sign a person out everywhere", signOutMember),
  change("remove", "Remove a person; they can't sign in again", removeMember),
];
