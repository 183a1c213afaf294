// The people of an account as both doors list them.
import type { ListedUser } from "../accounts/userQueries.ts";
import type { Content, Html } from "../html/html.ts";
import { writeMoment } from "../html/moment.ts";
import { type Column, writeTable } from "../html/table.ts";

/** People by name. `nameOf` writes a name, `changes` what can be done to a person. */
export function writePeopleTable(
  users: readonly ListedUser[],
  nameOf: (user: ListedUser) => Content,
  changes?: (user: ListedUser) => Content,
): Html {
  const more: readonly Column[] = changes ? [{ title: "Change", kind: "actions" }] : [];
  return writeTable({
    caption: "People of the account",
    columns: [
      { title: "Name", kind: "words" },
      { title: "E-mail", kind: "words" },
      { title: "Role", kind: "words" },
      { title: "Signs in with", kind: "words" },
      { title: "Last used", kind: "words", titled: true },
      ...more,
    ],
    rows: users.map((user) => {
      const { email, role, hasSecondFactor, lastUsedAt } = user;
      const cells = [
        nameOf(user),
        email,
        role,
        hasSecondFactor ? "password and code" : "password",
        lastUsedAt === null ? "not signed in" : writeMoment(lastUsedAt),
      ];
      return { cells: changes ? [...cells, changes(user)] : cells };
    }),
  });
}
