// The two kinds of people who sign in, each at a door of their own: an address may be one of either
// and they are two people. Nothing of the one is known at the door of the other.

/** Buyers belong to an account; operators are the distributor's own people, and to none. */
export type PeopleKind = "buyers" | "operators";

const doors = { buyers: "", operators: "/console" } as const satisfies Record<PeopleKind, string>;

/** Whether a person is of a kind. */
export function isOfKind(kind: PeopleKind, person: { readonly accountId: string | null }): boolean {
  return (person.accountId === null) === (kind === "operators");
}

/** Where the door of a kind of people is, without a slash at the end: links of mails begin so. */
export function siteUrl(at: { readonly publicUrl: string; readonly kind: PeopleKind }): string {
  return `${at.publicUrl}${doors[at.kind]}`;
}

/** As whom the sign-ins of an address are counted: those at one door do not shut the other. */
export function countedAs(kind: PeopleKind, email: string): string {
  return kind === "buyers" ? email : `${kind}\0${email}`;
}
