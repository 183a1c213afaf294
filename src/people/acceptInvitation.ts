import { newId } from "../db/newId.ts";
import { settleLinks } from "../mail/queries.ts";
import { findNewPasswordWeakness, type PasswordWeakness } from "../signIn/findPasswordWeakness.ts";
import { isOfPeopleKind, type PeopleContext } from "../signIn/peopleContext.ts";
import { hashToken, type PlainToken, parseToken } from "../signIn/plainToken.ts";
import { recordOwnEvent } from "../signIn/recordOwnEvent.ts";
import { createSession, type Visit } from "../signIn/sessions.ts";
import type { UserId } from "../signIn/signedIn.ts";
import { insertUser } from "../signIn/userQueries.ts";
import {
  deleteInvitation,
  type Invitation,
  lockInvitation,
  selectInvitation,
} from "./invitationQueries.ts";
import { parsePersonName } from "./personName.ts";

export type AcceptanceRequest = Visit & {
  readonly token: string;
  readonly name: string;
  readonly password: string;
};

/**
 * `gone`: the link is unknown, used, replaced or expired, or the account is suspended. `address
 * taken`: another user has the address; the invitation remains valid.
 */
export type AcceptanceOutcome =
  | { readonly outcome: "accepted"; readonly token: PlainToken; readonly invitation: Invitation }
  | { readonly outcome: "gone" }
  | { readonly outcome: "address taken"; readonly invitation: Invitation }
  | {
      readonly outcome: "unfit";
      readonly invitation: Invitation;
      readonly name: boolean;
      readonly password: PasswordWeakness | null;
    };

/** The invitation of a link that is valid at `now`. Changes nothing. */
export async function findInvitation(
  { db, kind }: PeopleContext,
  text: string,
  now: Date,
): Promise<Invitation | undefined> {
  const token = parseToken(text);
  if (token === undefined) return undefined;
  const invitation = await selectInvitation(db, hashToken(token), now);
  return invitation !== undefined && isOfPeopleKind(kind, invitation) ? invitation : undefined;
}

/**
 * Creates the user of an invitation and signs them in. Of concurrent requests one succeeds. Throws
 * UNAVAILABLE if too many passwords are being hashed.
 */
export async function acceptInvitation(
  context: PeopleContext,
  request: AcceptanceRequest,
  now: Date,
): Promise<AcceptanceOutcome> {
  const invitation = await findInvitation(context, request.token, now);
  const token = parseToken(request.token);
  if (token === undefined || invitation === undefined) return { outcome: "gone" };
  const name = parsePersonName(request.name);
  const person = { ...invitation, name: request.name };
  const weakness = findNewPasswordWeakness(context, person, request.password, false);
  if (name === undefined || weakness !== null) {
    return { outcome: "unfit", invitation, name: name === undefined, password: weakness };
  }
  const passwordHash = await context.hasher.hash(request.password);
  return context.db.transaction<AcceptanceOutcome>(async (tx) => {
    const locked = await lockInvitation(tx, hashToken(token), now);
    if (locked === undefined) return { outcome: "gone" };
    const { accountId, invitationId, email, role } = locked;
    const userId = newId() as UserId;
    const user = { userId, accountId, email, name, role, passwordHash, now };
    if (!(await insertUser(tx, user))) return { outcome: "address taken", invitation };
    recordOwnEvent(tx, context, user, request, { action: "joined the console", now });
    await deleteInvitation(tx, accountId, invitationId);
    await settleLinks(tx, { kind: "invitation", accountId, email, now });
    const session = await createSession(tx, userId, request, now);
    return { outcome: "accepted", token: session, invitation: locked };
  });
}
