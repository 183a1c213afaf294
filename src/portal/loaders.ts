// What the paths of the buyers' site name. Invariant: everything is looked up within the account of
// the person who is signed in, so what belongs to another account is not found.
import type { ApiKey } from "../accounts/account.ts";
import { isUuid } from "../db/isUuid.ts";
import { selectKey } from "../keys/queries.ts";
import type { StoredOrder } from "../orders/order.ts";
import { selectOrder } from "../orders/queries.ts";
import { awaitReplicated } from "../orders/summaryQueries.ts";
import { type Invitation, selectInvitationById } from "../people/invitationQueries.ts";
import type { OrderList } from "../quickOrders/orderList.ts";
import { selectList } from "../quickOrders/queries.ts";
import type { QuoteRequest } from "../quoteRequests/quoteRequest.ts";
import { selectQuoteRequest } from "../quoteRequests/quoteRequestQueries.ts";
import { type LoggedRequest, selectRequest } from "../requests/queries.ts";
import { toLoggedRequestId } from "../requests/requestId.ts";
import { type UserRole, userRoles } from "../signIn/signedIn.ts";
import { type ListedUser, selectUsers } from "../signIn/userQueries.ts";
import type { PortalContext, Visit } from "./portalContext.ts";

type Loading<Row> = Promise<Row | undefined>;

/** The row of the id that the path names, or undefined if it is no id. */
async function loadById<Row>(
  visit: Visit,
  name: string,
  select: (accountId: Visit["signedIn"]["account"]["accountId"], id: string) => Loading<Row>,
): Loading<Row> {
  const id = visit.param(name);
  return isUuid(id) ? select(visit.signedIn.account.accountId, id) : undefined;
}

/** `:id` of an order. */
export async function order({ db }: PortalContext, visit: Visit): Loading<StoredOrder> {
  const found = await loadById(visit, "id", (accountId, id) => selectOrder(db, accountId, id));
  if (found !== undefined) await awaitReplicated(db, [found]);
  return found;
}

/** `:list` of an uploaded list. */
export function uploadedList({ db }: PortalContext, visit: Visit): Loading<OrderList> {
  return loadById(visit, "list", (accountId, id) => selectList(db, accountId, id));
}

/** `:quote` of a quote request. */
export function quoteRequest({ db }: PortalContext, visit: Visit): Loading<QuoteRequest> {
  return loadById(visit, "quote", (accountId, id) => selectQuoteRequest(db, id, accountId));
}

/** `:key` of an API key. */
export function apiKey({ db }: PortalContext, visit: Visit): Loading<ApiKey> {
  return loadById(visit, "key", (accountId, id) => selectKey(db, accountId, id));
}

/** `:request`, the id of a logged API request. */
export async function apiRequest({ db }: PortalContext, visit: Visit): Loading<LoggedRequest> {
  const id = toLoggedRequestId(visit.param("request"));
  return id === undefined ? undefined : selectRequest(db, visit.signedIn.account.accountId, id);
}

/** `:user` of the account. */
export async function person({ db }: PortalContext, visit: Visit): Loading<ListedUser> {
  const users = await selectUsers(db, visit.signedIn.account.accountId);
  return users.find(({ userId }) => userId === visit.param("user"));
}

/** `:invitation` of a buyer to the account. */
export async function invitation(
  { db }: PortalContext,
  visit: Visit,
): Loading<Invitation & { readonly role: UserRole }> {
  const found = await loadById(visit, "invitation", (accountId, id) =>
    selectInvitationById(db, accountId, id),
  );
  const role = userRoles.find((one) => one === found?.role);
  return found && role && { ...found, role };
}
