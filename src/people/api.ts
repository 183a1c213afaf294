// The people of accounts in the shell and for the distributor's own systems. Their pages are those of
// their account.
import { Type } from "typebox";
import type { Actor } from "../audit/actor.ts";
import { isUuid } from "../db/isUuid.ts";
import { accountFilter } from "../home/consolePickers.ts";
import { verb } from "../kit/action.ts";
import type { Context, Noun } from "../kit/declared.ts";
import type { Listing } from "../kit/list.ts";
import { wire } from "../kit/wire.ts";
import { parseEmail } from "../mail/emailAddress.ts";
import { type ListedUser, selectListedUser, selectUserPage } from "../signIn/userQueries.ts";
import { removeMember, signOutMember } from "./changeMember.ts";

/** Found by their ID or e-mail address. */
export const userNoun: Noun<ListedUser> = {
  name: "user",
  find: async (db, text) => {
    const named = isUuid(text) ? { userId: text } : { email: parseEmail(text) };
    return selectListedUser(db, named);
  },
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

export const userList: Listing<ListedUser> = {
  name: "user list",
  of: userNoun,
  surfaces: ["shell", "api"],
  about: "list the people of accounts, by when they joined",
  filter: Type.Object({ account: accountFilter }),
  columns: () => [
    { title: "E-mail", kind: "words", cell: ({ email }) => email },
    { title: "Name", kind: "words", cell: ({ name }) => name },
    { title: "Role", kind: "words", cell: ({ role }) => role },
    {
      title: "Last used",
      kind: "words",
      cell: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? "no session",
    },
  ],
  select: (db, { filter }, page) => {
    const { account = null } = filter as { readonly account?: string };
    return selectUserPage(db, account, page);
  },
};

const change = (name: "user remove" | "user sign-out", about: string, make: typeof removeMember) =>
  verb<Context, ListedUser, ReturnType<typeof Type.Object>, Actor>({
    name,
    of: userNoun,
    surfaces: ["shell", "api"],
    about,
    input: Type.Object({}),
    async run({ db }, { userId, accountId, email }, _input, { actor, now }) {
      switch (await make(db, { userId, accountId, actor }, now)) {
        case "unknown":
          return undefined;
        case "last admin": {
          const text = `${email} is the last admin of the account. Make another person an admin first.`;
          return { refused: "last admin", text };
        }
        case "unchanged":
          return { same: `${email} is not signed in.` };
        case "changed":
          return { done: `${name === "user remove" ? "Removed" : "Signed out"} ${email}.` };
      }
    },
  });

export const userVerbs = [
  change("user sign-out", "sign a person out everywhere", signOutMember),
  change("user remove", "remove a person; they can't sign in again", removeMember),
];
