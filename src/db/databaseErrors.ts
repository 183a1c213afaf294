// Database errors are recognized by SQLSTATE and constraint name, never by their text.
import pg from "pg";

/** The database was reached but cannot do what is needed now; a later attempt may succeed. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
}

/**
 * A commit may or may not have taken effect, or may be lost with the primary server. Repeating is
 * right only for work that recognizes what it already did.
 */
export class UnknownOutcomeError extends Error {
  override readonly name = "UnknownOutcomeError";

  constructor(options: ErrorOptions) {
    super("It is unknown whether the changes were saved.", options);
  }
}

const unavailableClasses = new Set(["08", "25", "28", "3D", "40", "53", "55", "57", "58"]);

/**
 * True if the database could not be reached or did not answer in time; a later attempt may succeed.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnavailable);
  if (error instanceof pg.DatabaseError) {
    return unavailableClasses.has((error.code ?? "").slice(0, 2));
  }
  return error instanceof UnavailableError || isConnectionError(error);
}

/**
 * True if a server may accept a connection soon: it cannot be reached, starts, stops, has no
 * connection left, or is a standby that may be promoted.
 */
export function mayAcceptLater(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(mayAcceptLater);
  // A pooler that cannot reach the server answers with class 08.
  if (error instanceof pg.DatabaseError) return /^(08|53|57)/.test(error.code ?? "");
  return error instanceof UnavailableError || isConnectionError(error);
}

/** System errors such as ECONNREFUSED and EAI_AGAIN. */
const systemCode = /^E(?!RR_)[A-Z_]+$/;
const tlsCode = /^(ERR_(TLS|SSL|SOCKET)|CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)_[A-Z_]+$/;

/** True if the connection failed, not the statement: refused, reset, timed out or closed. */
function isConnectionError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isConnectionError);
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && (systemCode.test(code) || tlsCode.test(code))) return true;
  return driverMessages.some((message) => error.message.startsWith(message));
}

// The driver gives these errors no code; a test provokes each.
const driverMessages = [
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed",
  "Cannot use a pool after calling end",
];

/** True if the connection was lost, so that what was sent on it may have been done or not. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || (error.code ?? "").startsWith("08");
}

const endsWithoutAnswer = /^(08|40003|53|57P|58|XX)/;

/** True if the server refused a commit, so that nothing was written. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !endsWithoutAnswer.test(error.code ?? "XX");
}

/** True if a lock was not available in time (SQLSTATE 55P03). */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}

/** True if the statement violated the named constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

/** True if `table` has no partition for a row (SQLSTATE 23514 without a constraint). */
export function lacksPartition(error: unknown, table: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== "23514") return false;
  return error.table === table && error.constraint === undefined;
}
