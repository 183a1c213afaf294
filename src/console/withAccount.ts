// What is done to the account that an address names; an id that no account has is nothing here.
import { type DeskAccount, selectDeskAccount } from "../accounts/deskQueries.ts";
import { isUuid } from "../db/isUuid.ts";
import type { Answer } from "../http/visit.ts";
import type { ConsoleServer, Visit } from "./consoleServer.ts";

/** Answers with what is done to the account of `:account`. */
export function withAccount(
  { context }: Pick<ConsoleServer, "context">,
  act: (visit: Visit, account: DeskAccount) => Promise<Answer>,
): (visit: Visit) => Promise<Answer> {
  return async (visit) => {
    const id = visit.param("account");
    const account = isUuid(id) ? await selectDeskAccount(context.db, id) : undefined;
    return account === undefined ? { kind: "nothing" } : act(visit, account);
  };
}
