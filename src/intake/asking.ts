// Who asks something of an import.
import type { DeedOperator } from "../audit/deed.ts";

/** Who asks, and when. */
export type Asking = {
  readonly operator: DeedOperator;
  readonly requestId: string;
  readonly now: Date;
};
