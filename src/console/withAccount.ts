// What is done to the account that an address names; an id that no account has is nothing here.
import { type OperatorAccount, selectOperatorAccount } from "../accounts/operatorAccountQueries.ts";
import { isUuid } from "../db/isUuid.ts";
import { type Answer, notFound } from "../site/visit.ts";
import type { Visit } from "./consoleContext.ts";
import type { ConsoleServer } from "./consoleServer.ts";

/** Answers with what is done to the account of `:account`. */
export function withAccount(
  { context }: Pick<ConsoleServer, "context">,
  act: (visit: Visit, account: OperatorAccount) => Promise<Answer>,
): (visit: Visit) => Promise<Answer> {
  return async (visit) => {
    const id = visit.param("account");
    const account = isUuid(id) ? await selectOperatorAccount(context.db, id) : undefined;
    return account === undefined ? notFound : act(visit, account);
  };
}
