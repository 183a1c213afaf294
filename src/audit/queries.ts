// The audit log. Invariant: rows are only added; the service's database role cannot change or
// delete them, except by the function of the owner of the schema (decision 101).
import type { Queryable, Transaction } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { toStorableText } from "../db/toStorableText.ts";
import type { Noun } from "../kit/declared.ts";
import { all, and, first, raw, type Sql, sql } from "../kit/sql.ts";
import { wire } from "../kit/wire.ts";
import { type Actor, findOperator } from "./actor.ts";

export type AuditEvent = {
  readonly actor: Actor;
  /** A verb in the past tense and its object: "revoked a key". */
  readonly action: string;
  /** What it was done to, such as "key", and its id. */
  readonly subjectKind: string;
  readonly subjectId: string | null;
  readonly accountId: string | null;
  /** The state before and after, if any: anything that JSON can hold, never a secret. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly now: Date;
};

export type StoredAuditEvent = {
  readonly auditEventId: string;
  readonly at: Date;
  readonly operatorName: string | null;
  readonly operatorEmail: string | null;
  readonly operatorRole: string | null;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  /** What people call it; null for what has no other name, and for what was deleted. */
  readonly subjectName: string | null;
  readonly accountId: string | null;
  readonly accountName: string | null;
  /** JSON as it was stored, or null. */
  readonly before: string | null;
  readonly after: string | null;
  readonly requestId: string;
};

function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Stores an event. The statement is sent without waiting for its result. */
export function insertAuditEvent(tx: Transaction, auditEventId: string, event: AuditEvent): void {
  const operator = findOperator(event.actor);
  const { text, values } = sql`insert into audit_events (event_id, at, operator_id, operator_name,
      operator_email, operator_role, action, subject_kind, subject_id, account_id, before, after,
      request_id)
    values (${auditEventId}, ${event.now}, ${operator?.operatorId}, ${operator?.name},
      ${operator?.email}, ${operator?.role}, ${toStorableText(event.action)},
      ${toStorableText(event.subjectKind)}, ${event.subjectId && toStorableText(event.subjectId)},
      ${event.accountId}, ${toJson(event.before)}, ${toJson(event.after)},
      ${toStorableText(event.actor.requestId)})`;
  tx.send({ name: "insert_audit_event", text, values });
}

/** Null and absent match everything. `until` is exclusive. */
type AuditEventFilter = {
  readonly operatorId?: string | null | undefined;
  readonly action?: string | null | undefined;
  readonly subjectKind?: string | null | undefined;
  readonly subjectId?: string | null | undefined;
  readonly accountId?: string | null | undefined;
  readonly from?: Date | null | undefined;
  readonly until?: Date | null | undefined;
};

export const eventColumns = sql`e.event_id as audit_event_id, e.at, e.operator_name,
  e.operator_email, e.operator_role, e.action, e.subject_kind, e.subject_id,
  s.name as subject_name, e.account_id, a.name as account_name, e.before::text, e.after::text,
  e.request_id`;

/** A subject's id as the type of its table; null if it is none, such as an invited address. */
const idAs = (type: "bigint" | "uuid"): Sql =>
  raw(`(case when pg_input_is_valid(e.subject_id, '${type}') then e.subject_id::${type} end)`);

/** Each row costs one read by a primary key, of the kind of its subject. */
export const eventSource = sql`audit_events e left join accounts a using (account_id)
  cross join lateral (
    select case e.subject_kind
      when 'order' then (select order_number from orders where order_id = ${idAs("uuid")})
      when 'offer' then (
        select concat_ws(', ', part_number, condition, vendor) from offers
        where offer_id = ${idAs("bigint")}
      )
      when 'agreement rule' then (
        select coalesce(part_number, vendor, 'all parts') from agreement_rules
        where rule_id = ${idAs("bigint")}
      )
      when 'key' then (
        select concat(name, ' …', last_four) from api_keys where key_id = ${idAs("uuid")}
      )
      when 'operator key' then (
        select concat(name, ' …', last_four) from operator_keys where key_id = ${idAs("uuid")}
      )
      when 'key request' then (
        select coalesce(company, email) from key_requests where request_id = ${idAs("uuid")}
      )
      when 'quote request' then (
        select request_number from quote_requests where request_id = ${idAs("uuid")}
      )
      when 'buyer' then (select name from users where user_id = ${idAs("uuid")})
      when 'operator' then (select name from users where user_id = ${idAs("uuid")})
      when 'account' then (select name from accounts where account_id = ${idAs("uuid")})
      when 'import file' then (select file_name from import_files where file_id = ${idAs("uuid")})
      when 'mail' then (
        select concat_ws(', ', subject, recipient) from mails where mail_id = ${idAs("uuid")}
      )
    end as name
  ) s`;

export function isMatching(filter: AuditEventFilter): readonly (Sql | false)[] {
  const { operatorId, action, subjectKind, subjectId, accountId, from, until } = filter;
  return [
    operatorId != null && sql`e.operator_id = ${operatorId}`,
    action != null && sql`e.action = ${action}`,
    subjectKind != null && sql`e.subject_kind = ${subjectKind}`,
    subjectId != null && sql`e.subject_id = ${subjectId}`,
    accountId != null && sql`e.account_id = ${accountId}`,
    from != null && sql`e.at >= ${from}`,
    until != null && sql`e.at < ${until}`,
  ];
}

/** The newest events, newest first; those older than `before`, if it is set. */
export function selectAuditEvents(
  db: Queryable,
  filter: AuditEventFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<StoredAuditEvent[]> {
  const where = and([...isMatching(filter), before !== null && sql`e.event_id < ${before}`]);
  return all<StoredAuditEvent>(
    db,
    sql`select ${eventColumns} from ${eventSource} where ${where}
      order by e.event_id desc limit ${limit}`,
  );
}

/** A state as it was stored. */
const toState = (json: string | null) => (json === null ? null : JSON.parse(json));

export const eventNoun: Noun<StoredAuditEvent> = {
  name: "event",
  find: async (db, text) =>
    isUuid(text)
      ? first(db, sql`select ${eventColumns} from ${eventSource} where e.event_id = ${text}`)
      : undefined,
  idOf: ({ auditEventId }) => auditEventId,
  accountOf: ({ accountId }) => accountId,
  address: (id) => `/console/audit/${id}`,
  wire: {
    at: wire.time(({ at }) => at),
    operator: wire.textOrNull(({ operatorName }) => operatorName),
    email: wire.textOrNull(({ operatorEmail }) => operatorEmail),
    role: wire.textOrNull(({ operatorRole }) => operatorRole),
    action: wire.text(({ action }) => action),
    subject_kind: wire.text(({ subjectKind }) => subjectKind),
    subject_id: wire.textOrNull(({ subjectId }) => subjectId),
    subject_name: wire.textOrNull(({ subjectName }) => subjectName),
    account: wire.textOrNull(({ accountName }) => accountName),
    account_id: wire.idOrNull(({ accountId }) => accountId),
    before: wire.any(({ before }) => toState(before)),
    after: wire.any(({ after }) => toState(after)),
    request_id: wire.text(({ requestId }) => requestId),
    event_id: wire.id(({ auditEventId }) => auditEventId),
  },
};

export async function selectAuditEventKinds(
  db: Queryable,
): Promise<{ readonly actions: string[]; readonly subjectKinds: string[] }> {
  // A loose index scan: one step per distinct value.
  const distinct = (column: Sql): Sql => sql`array(
      with recursive step as (
        (select ${column} as value from audit_events order by ${column} limit 1)
        union all
        select (
          select ${column} from audit_events where ${column} > step.value order by ${column} limit 1
        )
        from step where step.value is not null
      ) select value from step where value is not null
    )`;
  const kinds = sql`select ${distinct(sql`action`)} as actions,
    ${distinct(sql`subject_kind`)} as subject_kinds`;
  return (await first(db, kinds)) ?? { actions: [], subjectKinds: [] };
}

/**
 * After how many days events expire; null if they are kept forever: the owner of the schema has set
 * no number, or not allowed the service to call the function that deletes them.
 */
export async function selectAuditRetention(db: Queryable): Promise<number | null> {
  const found = sql`select days from audit_retention
    where has_function_privilege('expire_audit_events()', 'execute')`;
  return (await first<{ days: number }>(db, found))?.days ?? null;
}

/** Deletes some expired events; returns how many. Fails unless `selectAuditRetention` has days. */
export async function expireAuditEvents(db: Queryable): Promise<number> {
  const expired = sql`select expire_audit_events() as deleted`;
  return (await first<{ deleted: number }>(db, expired))?.deleted ?? 0;
}
