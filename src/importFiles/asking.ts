// Who asks something of an import.
import type { AuditEventOperator } from "../audit/auditEvent.ts";

/** Who asks, and when. */
export type Asking = {
  readonly operator: AuditEventOperator;
  readonly requestId: string;
  readonly now: Date;
};
