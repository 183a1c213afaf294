// What a person's password is judged by beside itself: the names around it.
import type { PeopleContext } from "../signIn/peopleContext.ts";

const siteName = "partsdesk";

/**
 * The names whoever guesses knows: of the site and where it is, of the account, of the person and
 * their address.
 */
export function sameNameAccounts(
  { publicUrl }: Pick<PeopleContext, "publicUrl">,
  person: { readonly accountName: string | null; readonly name: string; readonly email: string },
): readonly string[] {
  const { hostname } = new URL(publicUrl);
  const account = person.accountName === null ? [] : [person.accountName];
  return [siteName, hostname, ...account, person.name, person.email];
}
