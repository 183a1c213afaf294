// The noun of the audit: something that an operator did, or was refused, with what it changed.

/** Who did it, under the name and role they had then. */
export type AuditEventOperator = {
  readonly operatorId: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
};

/** A deed. `operator` is null where it was done by the shell. */
export type AuditEvent = {
  readonly operator: AuditEventOperator | null;
  /** A verb in the past with its object, as "revoked a key". */
  readonly action: string;
  /** What it was done to, as "key", and its id. */
  readonly subjectKind: string;
  readonly subjectId: string | null;
  /** The account it concerns, if any. */
  readonly accountId: string | null;
  /** What stood there, and what stands there now: anything JSON can hold; never a secret. */
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string;
  readonly now: Date;
};
