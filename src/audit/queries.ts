// The audit log. Invariant: rows are only added; the service's database role cannot change or
// delete them, except by the function of the owner of the schema (decision 101).

import { buildConditions, type Condition } from "../db/conditions.ts";
import { type Queryable, queryFirst, type Session, type Transaction } from "../db/database.ts";
import { readRows } from "../db/readRows.ts";
import { toStorableText } from "../db/toStorableText.ts";
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
  tx.send({
    name: "insert_audit_event",
    text: `insert into audit_events (event_id, at, operator_id, operator_name, operator_email,
        operator_role, action, subject_kind, subject_id, account_id, before, after, request_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      auditEventId,
      event.now,
      operator?.operatorId ?? null,
      operator?.name ?? null,
      operator?.email ?? null,
      operator?.role ?? null,
      toStorableText(event.action),
      toStorableText(event.subjectKind),
      event.subjectId && toStorableText(event.subjectId),
      event.accountId,
      toJson(event.before),
      toJson(event.after),
      toStorableText(event.actor.requestId),
    ],
  });
}

/** Null and absent match everything. `until` is exclusive. */
export type AuditEventFilter = {
  readonly operatorId?: string | null;
  readonly action?: string | null;
  readonly subjectKind?: string | null;
  readonly subjectId?: string | null;
  readonly accountId?: string | null;
  readonly from?: Date | null;
  readonly until?: Date | null;
};

const eventColumns = `e.event_id as "auditEventId", e.at, e.operator_name as "operatorName",
  e.operator_email as "operatorEmail", e.operator_role as "operatorRole", e.action,
  e.subject_kind as "subjectKind", e.subject_id as "subjectId", s.name as "subjectName",
  e.account_id as "accountId", a.name as "accountName", e.before::text, e.after::text,
  e.request_id as "requestId"`;

/** A subject's id as the type of its table; null if it is none, such as an invited address. */
const idAs = (type: "bigint" | "uuid"): string =>
  `(case when pg_input_is_valid(e.subject_id, '${type}') then e.subject_id::${type} end)`;

/** Each row costs one read by a primary key, of the kind of its subject. */
const namedEvents = `audit_events e left join accounts a using (account_id)
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

function toConditions(filter: AuditEventFilter): readonly Condition[] {
  return [
    ["e.operator_id = ?", filter.operatorId ?? null],
    ["e.action = ?", filter.action ?? null],
    ["e.subject_kind = ?", filter.subjectKind ?? null],
    ["e.subject_id = ?", filter.subjectId ?? null],
    ["e.account_id = ?", filter.accountId ?? null],
    ["e.at >= ?", filter.from ?? null],
    ["e.at < ?", filter.until ?? null],
  ];
}

/** One page of events older than `before`, newest first. */
export async function selectAuditEvents(
  db: Queryable,
  filter: AuditEventFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<StoredAuditEvent[]> {
  const conditions = [...toConditions(filter), ["e.event_id < ?", before] as const];
  const { where, values } = buildConditions(conditions, [limit]);
  return db.query<StoredAuditEvent>({
    name: "",
    text: `select ${eventColumns} from ${namedEvents} where ${where}
      order by e.event_id desc limit $1`,
    values,
  });
}

export async function selectAuditEvent(
  db: Queryable,
  auditEventId: string,
): Promise<StoredAuditEvent | undefined> {
  return queryFirst<StoredAuditEvent>(db, {
    name: "select_audit_event",
    text: `select ${eventColumns} from ${namedEvents}
      where e.event_id = $1`,
    values: [auditEventId],
  });
}

/** Who did the last thing to a subject, and when; no id if no operator did. */
export async function selectLastActor(
  db: Queryable,
  subjectKind: string,
  subjectId: string,
): Promise<{ readonly operatorId: string | null; readonly at: Date } | undefined> {
  return queryFirst(db, {
    name: "select_last_actor",
    text: `select operator_id as "operatorId", at from audit_events
      where subject_kind = $1 and subject_id = $2 order by event_id desc limit 1`,
    values: [subjectKind, subjectId],
  });
}

export async function selectAuditEventKinds(
  db: Queryable,
): Promise<{ readonly actions: string[]; readonly subjectKinds: string[] }> {
  // A loose index scan: one step per distinct value.
  const distinct = (column: string): string => `array(
      with recursive step as (
        (select ${column} as value from audit_events order by ${column} limit 1)
        union all
        select (
          select ${column} from audit_events where ${column} > step.value order by ${column} limit 1
        )
        from step where step.value is not null
      ) select value from step where value is not null
    )`;
  const rows = await db.query<{ actions: string[]; subjectKinds: string[] }>({
    name: "select_audit_event_kinds",
    text: `select ${distinct("action")} as actions, ${distinct("subject_kind")} as "subjectKinds"`,
  });
  return rows[0] ?? { actions: [], subjectKinds: [] };
}

/**
 * After how many days events expire; null if they are kept forever: the owner of the schema has set
 * no number, or not allowed the service to call the function that deletes them.
 */
export async function selectAuditRetention(db: Queryable): Promise<number | null> {
  const row = await queryFirst<{ days: number }>(db, {
    name: "select_audit_retention",
    text: `select days from audit_retention
      where has_function_privilege('expire_audit_events()', 'execute')`,
  });
  return row?.days ?? null;
}

/** Deletes some expired events; returns how many. Fails unless `selectAuditRetention` has days. */
export async function expireAuditEvents(db: Queryable): Promise<number> {
  const row = await queryFirst<{ deleted: number }>(db, {
    name: "expire_audit_events",
    text: "select expire_audit_events() as deleted",
  });
  return row?.deleted ?? 0;
}

/** All matching events in batches, newest first. */
export function readAuditEvents(
  session: Session,
  filter: AuditEventFilter,
): AsyncGenerator<readonly StoredAuditEvent[]> {
  const { where, values } = buildConditions(toConditions(filter));
  const text = `select ${eventColumns} from ${namedEvents} where ${where}
    order by e.event_id desc`;
  return readRows<StoredAuditEvent>(session, { name: "export_audit_events", text, values });
}
