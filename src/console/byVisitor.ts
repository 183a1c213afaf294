// Who does what a form asks for, as the audit has it.
import type { DeedBy } from "../accounts/changeOperatorRole.ts";
import type { Visit } from "./consoleServer.ts";

/** The operator of a request, and the request. */
export function byVisitor({ signedIn, requestId }: Visit): DeedBy {
  return { operator: signedIn.operator, requestId };
}
