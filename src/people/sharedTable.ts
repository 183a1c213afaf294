import type { Content, Html } from "../kit/html/html.ts";
import { renderAge } from "../kit/html/moment.ts";
import { renderEmail, renderRows } from "../kit/html/table.ts";
import type { ListedUser } from "../signIn/userQueries.ts";

export function describeSignIn({ hasSecondFactor }: Pick<ListedUser, "hasSecondFactor">): string {
  return hasSecondFactor ? "Password and code" : "Password";
}

export function renderLastUse({ lastUsedAt }: Pick<ListedUser, "lastUsedAt">): Content {
  return lastUsedAt === null ? "Never" : renderAge(lastUsedAt);
}

/** A table of people. `nameOf` renders a name, `changes` the actions for a person. */
export function renderPeopleTable<
  Person extends Omit<ListedUser, "accountId" | "userId" | "role"> & { readonly role: string },
>(
  caption: string,
  people: readonly Person[],
  nameOf: (person: Person) => Content,
  changes?: (person: Person) => Content,
): Html {
  return renderRows(caption, people, [
    { title: "Name", kind: "words", cell: nameOf },
    { title: "E-mail", kind: "words", cell: ({ email }) => renderEmail(email) },
    { title: "Role", kind: "words", cell: ({ role }) => role },
    { title: "Sign-in", kind: "words", cell: describeSignIn },
    { title: "Last used", kind: "words", titled: true, cell: renderLastUse },
    ...(changes ? [{ title: "Actions", kind: "actions", cell: changes } as const] : []),
  ]);
}
