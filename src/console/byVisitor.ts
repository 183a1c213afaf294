// Who does what a form asks for, as the audit has it.
import type { OperatorChangeBy } from "../accounts/changeOperatorRole.ts";
import type { Visit } from "./consoleServer.ts";

/** The operator of a request, and the request. */
export function byVisitor({ signedIn, requestId }: Visit): OperatorChangeBy {
  return { operator: signedIn.operator, requestId };
}
