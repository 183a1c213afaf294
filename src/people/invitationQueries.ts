import type { AccountId } from "../accounts/account.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import type { MailState } from "../mail/queries.ts";
import type { TokenHash } from "../signIn/plainToken.ts";
import type { OperatorRole, UserRole } from "../signIn/signedIn.ts";

declare const invitationIdBrand: unique symbol;
export type InvitationId = string & { readonly [invitationIdBrand]: true };

/** An invitation without its token; of the console if `accountId` is null. */
export type Invitation<Of extends AccountId | null = AccountId | null> = {
  readonly invitationId: InvitationId;
  readonly accountId: Of;
  readonly accountName: string | null;
  readonly email: EmailAddress;
  readonly name: string | null;
  readonly role: Of extends null ? OperatorRole : UserRole;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** `mailState`: of its e-mail; null if that is no longer stored. */
export type ListedInvitation<Of extends AccountId | null = AccountId | null> = Invitation<Of> & {
  readonly mailState: MailState | null;
};

const invitationColumns = `i.invitation_id as "invitationId", i.account_id as "accountId",
  a.name as "accountName", i.email, i.name, i.role, i.created_at as "createdAt",
  i.expires_at as "expiresAt"`;
const invitationsOfAccounts = "invitations i left join accounts a on a.account_id = i.account_id";

/** Stores an invitation and replaces an earlier one of the same account for the same address. */
export async function upsertInvitation(
  db: Queryable,
  invitation: Omit<Invitation, "accountName" | "createdAt"> & {
    readonly hash: TokenHash;
    readonly invitedBy: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { invitationId, accountId, email, name, role, hash, invitedBy, now, expiresAt } =
    invitation;
  await db.query({
    name: "upsert_invitation",
    text: `insert into invitations (invitation_id, account_id, email, name, role, token_hash,
        invited_by, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (account_id, email) do update set
        invitation_id = excluded.invitation_id, name = excluded.name, role = excluded.role,
        token_hash = excluded.token_hash, invited_by = excluded.invited_by,
        created_at = excluded.created_at, expires_at = excluded.expires_at`,
    values: [invitationId, accountId, email, name, role, hash, invitedBy, now, expiresAt],
  });
}

/** The invitation with a token, valid at `now`, of an account that is not suspended. */
export async function selectInvitation(
  db: Queryable,
  hash: TokenHash,
  now: Date,
): Promise<Invitation | undefined> {
  return queryFirst<Invitation>(db, {
    name: "select_invitation",
    text: `select ${invitationColumns} from ${invitationsOfAccounts}
      where i.token_hash = $1 and i.expires_at > $2 and a.suspended_at is null`,
    values: [hash, now],
  });
}

/** The same, locked: a concurrent request waits and then finds none. */
export async function lockInvitation(
  tx: Transaction,
  hash: TokenHash,
  now: Date,
): Promise<Invitation | undefined> {
  return queryFirst<Invitation>(tx, {
    name: "lock_invitation",
    text: `with i as (
        select * from invitations where token_hash = $1 and expires_at > $2 for update
      ), a as (
        select * from accounts where account_id = (select account_id from i) for share
      )
      select ${invitationColumns} from i left join a on true where a.suspended_at is null`,
    values: [hash, now],
  });
}

/** An invitation of an account, or of the console if `accountId` is null. */
export async function selectInvitationById<Of extends AccountId | null>(
  db: Queryable,
  accountId: Of,
  invitationId: string,
): Promise<Invitation<Of> | undefined> {
  return queryFirst<Invitation<Of>>(db, {
    name: "select_invitation_by_id",
    text: `select ${invitationColumns} from ${invitationsOfAccounts}
      where i.account_id is not distinct from $1 and i.invitation_id = $2`,
    values: [accountId, invitationId],
  });
}

/**
 * The open and expired invitations of an account, or of the console if `accountId` is null, newest
 * first.
 */
export async function selectInvitations<Of extends AccountId | null>(
  db: Queryable,
  accountId: Of,
): Promise<ListedInvitation<Of>[]> {
  return db.query<ListedInvitation<Of>>({
    name: "select_invitations",
    text: `select ${invitationColumns}, (
        select m.state from mails m
        where m.recipient = i.email and m.kind = 'invitation' and m.created_at >= i.created_at
          and m.account_id is not distinct from i.account_id
        order by m.mail_id desc limit 1
      ) as "mailState"
      from ${invitationsOfAccounts}
      where i.account_id = $1 or $1::uuid is null and i.account_id is null
      order by i.created_at desc, i.invitation_id desc`,
    values: [accountId],
  });
}

/** Deletes an invitation; false if there is none with this id. */
export async function deleteInvitation(
  db: Queryable,
  accountId: AccountId | null,
  invitationId: string,
): Promise<boolean> {
  const rows = await db.query({
    name: "delete_invitation",
    text: `delete from invitations
      where account_id is not distinct from $1 and invitation_id = $2
      returning invitation_id`,
    values: [accountId, invitationId],
  });
  return rows.length === 1;
}

/** Deletes invitations that expired before `cutoff`; returns how many. */
export async function deleteOldInvitations(db: Queryable, cutoff: Date): Promise<number> {
  const rows = await db.query({
    name: "delete_old_invitations",
    text: "delete from invitations where expires_at <= $1 returning invitation_id",
    values: [cutoff],
  });
  return rows.length;
}
