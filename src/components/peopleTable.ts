import type { Content, Html } from "../html/html.ts";
import { renderAge } from "../html/moment.ts";
import { type Column, renderEmail, renderTable } from "../html/table.ts";
import type { ListedUser } from "../signIn/userQueries.ts";
import { texts } from "./texts.ts";

export function describeSignIn({ hasSecondFactor }: Pick<ListedUser, "hasSecondFactor">): string {
  return hasSecondFactor ? texts.people.passwordAndCode : texts.people.password;
}

export function renderLastUse({ lastUsedAt }: Pick<ListedUser, "lastUsedAt">): Content {
  return lastUsedAt === null ? texts.people.never : renderAge(lastUsedAt);
}

/** A table of people. `nameOf` renders a name, `changes` the actions for a person. */
export function renderPeopleTable(
  users: readonly ListedUser[],
  nameOf: (user: ListedUser) => Content,
  changes?: (user: ListedUser) => Content,
): Html {
  const more: readonly Column[] = changes ? [{ title: texts.people.actions, kind: "actions" }] : [];
  return renderTable({
    caption: texts.people.caption,
    columns: [
      { title: texts.people.name, kind: "words" },
      { title: texts.people.email, kind: "words" },
      { title: texts.people.role, kind: "words" },
      { title: texts.people.signIn, kind: "words" },
      { title: texts.people.lastUsed, kind: "words", titled: true },
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
