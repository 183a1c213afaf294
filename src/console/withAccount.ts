// What is done to the account that an address names; an id that no account has is nothing here.
import { type OperatorAccount, selectOperatorAccount } from "../accounts/operatorAccountQueries.ts";
import { isUuid } from "../db/isUuid.ts";
import type { Answer } from "../site/visit.ts";
import type { ConsoleServer, Visit } from "./consoleServer.ts";

/** Answers with what is done to the account of `:account`. */
export function withAccount(
  { context }: Pick<ConsoleServer, "context">,
  act: (visit: Visit, account: OperatorAccount) => Promise<Answer>,
): (visit: Visit) => Promise<Answer> {
  return async (visit) => {
    const id = visit.param("account");
    const account = isUuid(id) ? await selectOperatorAccount(context.db, id) : undefined;
    return account === undefined ? { kind: "not found" } : act(visit, account);
  };
}
