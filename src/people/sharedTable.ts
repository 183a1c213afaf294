import type { Content, Html } from "../kit/html/html.ts";
import { renderAge } from "../kit/html/moment.ts";
import { type Column, renderEmail, renderTable } from "../kit/html/table.ts";
import type { ListedUser } from "../signIn/userQueries.ts";

export function describeSignIn({ hasSecondFactor }: Pick<ListedUser, "hasSecondFactor">): string {
  return hasSecondFactor ? "Password and code" : "Password";
}

export function renderLastUse({ lastUsedAt }: Pick<ListedUser, "lastUsedAt">): Content {
  return lastUsedAt === null ? "Never" : renderAge(lastUsedAt);
}

/** A table of people. `nameOf` renders a name, `changes` the actions for a person. */
export function renderPeopleTable(
  users: readonly ListedUser[],
  nameOf: (user: ListedUser) => Content,
  changes?: (user: ListedUser) => Content,
): Html {
  const more: readonly Column[] = changes ? [{ title: "Actions", kind: "actions" }] : [];
  return renderTable({
    caption: "People in the account",
    columns: [
      { title: "Name", kind: "words" },
      { title: "E-mail", kind: "words" },
      { title: "Role", kind: "words" },
      { title: "Sign-in", kind: "words" },
      { title: "Last used", kind: "words", titled: true },
      ...more,
    ],
    rows: users.map((user) => {
      const { email, role } = user;
      const cells = [
        nameOf(user),
        renderEmail(email),
        role,
        describeSignIn(user),
        renderLastUse(user),
      ];
      return { cells: changes ? [...cells, changes(user)] : cells };
    }),
  });
}
