// What the paths of the buyers' site name. Invariant: everything is looked up within the account of
// the person who is signed in, so what belongs to another account is not found.
import type { AccountId } from "../accounts/account.ts";
import type { Database } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { selectKey } from "../keys/queries.ts";
import type { StoredOrder } from "../orders/order.ts";
import { selectOrder } from "../orders/queries.ts";
import { awaitReplicated } from "../orders/summaryQueries.ts";
import { type Invitation, selectInvitationById } from "../people/invitationQueries.ts";
import { selectList } from "../quickOrders/queries.ts";
import { selectQuoteRequest } from "../quotes/quoteRequestQueries.ts";
import { selectRequest } from "../requests/queries.ts";
import { toLoggedRequestId } from "../requests/requestId.ts";
import { type UserRole, userRoles } from "../signIn/signedIn.ts";
import { selectUsers } from "../signIn/userQueries.ts";
import { ofAccount } from "./portalContext.ts";

/** What the id in a path names. */
function byId<Row>(
  name: string,
  find: (db: Database, accountId: AccountId, id: string) => Promise<Row | undefined>,
) {
  return ofAccount<Row>(async (db, accountId, visit) => {
    const id = visit.param(name);
    return isUuid(id) ? find(db, accountId, id) : undefined;
  });
}

export const order = byId("id", async (db, accountId, id): Promise<StoredOrder | undefined> => {
  const found = await selectOrder(db, accountId, id);
  if (found !== undefined) await awaitReplicated(db, [found]);
  return found;
});

export const uploadedList = byId("list", selectList);

export const quoteRequest = byId("quote", (db, accountId, id) =>
  selectQuoteRequest(db, id, accountId),
);

export const apiKey = byId("key", selectKey);

/** A logged API request. */
export const apiRequest = ofAccount(async (db, accountId, visit) => {
  const id = toLoggedRequestId(visit.param("request"));
  return id === undefined ? undefined : selectRequest(db, accountId, id);
});

export const person = ofAccount(async (db, accountId, visit) => {
  const users = await selectUsers(db, accountId);
  return users.find(({ userId }) => userId === visit.param("user"));
});

/** Of a buyer to the account. */
export const invitation = byId(
  "invitation",
  async (db, accountId, id): Promise<(Invitation & { readonly role: UserRole }) | undefined> => {
    const found = await selectInvitationById(db, accountId, id);
    const role = userRoles.find((one) => one === found?.role);
    return found && role && { ...found, role };
  },
);
