// The whole buyers' site: each address, who may use it, what its path loads, and its handler.
import type { AccountId } from "../accounts/account.ts";
import { addFromResults, addToDraft } from "../catalog/portalAdd.ts";
import { part, partOrNull, showPartPage } from "../catalog/portalPart.ts";
import { showSearchPage } from "../catalog/portalSearch.ts";
import { showSuggestions } from "../catalog/portalSuggestions.ts";
import type { Database } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import {
  receiveRequest,
  sendKeyRequest,
  showKeyRequest,
  showRequestForm,
} from "../keyRequests/portal.ts";
import {
  endKey,
  replaceKey,
  revealKey,
  showDevelopers,
  showKeyPage,
  showReveal,
} from "../keys/portal.ts";
import { selectKey } from "../keys/queries.ts";
import { largeFormBytes, maxKeptFormBytes, none } from "../kit/site/routes.ts";
import type { StoredOrder } from "../orders/order.ts";
import {
  sendLinesCsv,
  sendOrdersCsv,
  sendOrdersXlsx,
  sendQuote,
  showOrders,
} from "../orders/portal.ts";
import {
  addPart,
  discard,
  duplicate,
  reduceToStock,
  saveDraft,
  sendChangeRequest,
  updatePrices,
} from "../orders/portalChanges.ts";
import { showOrder } from "../orders/portalOrder.ts";
import { confirmDraft, showReview } from "../orders/portalReview.ts";
import { selectOrder } from "../orders/queries.ts";
import { awaitReplicated } from "../orders/summaryQueries.ts";
import { type Invitation, selectInvitationById } from "../people/invitationQueries.ts";
import {
  changePersonRole,
  invite,
  removePerson,
  sendInvitation,
  showPeople,
  withdrawInvitation,
} from "../people/portal.ts";
import {
  maxFileBytes,
  maxPasteBytes,
  receiveFile,
  receivePaste,
  saveColumns,
  showColumns,
  showQuickOrder,
} from "../quickOrders/portal.ts";
import {
  addRows,
  changeRows,
  fixSeveral,
  orderAgain,
  saveSettings,
  showSeveral,
  useLine,
} from "../quickOrders/portalChange.ts";
import { sendUnreadyRows, showList } from "../quickOrders/portalList.ts";
import { selectList } from "../quickOrders/queries.ts";
import {
  acceptOptions,
  showQuoteRequest,
  showQuoteRequests,
  withdrawRequest,
  writeMessage,
} from "../quotes/portal.ts";
import { sendRequest, showQuoteForm } from "../quotes/portalForm.ts";
import { selectQuoteRequest } from "../quotes/quoteRequestQueries.ts";
import { showRequest, showRequests } from "../requests/portal.ts";
import { selectRequest } from "../requests/queries.ts";
import { toLoggedRequestId } from "../requests/requestId.ts";
import { signInPages } from "../signIn/portal.ts";
import { type UserRole, userRoles } from "../signIn/signedIn.ts";
import { selectUsers } from "../signIn/userQueries.ts";
import { showHome } from "./portal.ts";
import { get, ofAccount, type PortalRoute, post } from "./portalContext.ts";

// What the paths of the buyers' site name. Invariant: everything is looked up within the account of
// the person who is signed in, so what belongs to another account is not found.

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

const order = byId("id", async (db, accountId, id): Promise<StoredOrder | undefined> => {
  const found = await selectOrder(db, accountId, id);
  if (found !== undefined) await awaitReplicated(db, [found]);
  return found;
});

const uploadedList = byId("list", selectList);

const quoteRequest = byId("quote", (db, accountId, id) => selectQuoteRequest(db, id, accountId));

const apiKey = byId("key", selectKey);

/** A logged API request. */
const apiRequest = ofAccount(async (db, accountId, visit) => {
  const id = toLoggedRequestId(visit.param("request"));
  return id === undefined ? undefined : selectRequest(db, accountId, id);
});

const person = ofAccount(async (db, accountId, visit) => {
  const users = await selectUsers(db, accountId);
  return users.find(({ userId }) => userId === visit.param("user"));
});

/** Of a buyer to the account. */
const invitation = byId(
  "invitation",
  async (db, accountId, id): Promise<(Invitation & { readonly role: UserRole }) | undefined> => {
    const found = await selectInvitationById(db, accountId, id);
    const role = userRoles.find((one) => one === found?.role);
    return found && role && { ...found, role };
  },
);

const buyers = "signed in";
const admins = "admins";

/** Each of 75 lines has a remark of 200 characters, and each character up to 12 bytes. */
const draftForm = { maxBodyBytes: largeFormBytes };
/** 200 lines with the longest remarks, in any script. */
const quoteForm = { maxBodyBytes: maxKeptFormBytes };

export const portalRoutes: readonly PortalRoute[] = [
  get("/", buyers, none, showHome),

  // Parts
  get("/parts", buyers, none, showSearchPage),
  post("/parts", buyers, none, addFromResults),
  get("/suggestions", buyers, none, showSuggestions),
  get("/parts/:number", buyers, partOrNull, showPartPage),
  post("/parts/:number", buyers, part, addToDraft),

  // Quick order. Pasting is open to visitors, so that a lost session does not lose what they typed.
  get("/quick-order", buyers, none, showQuickOrder),
  post("/quick-order", "anyone", none, receivePaste, { maxBodyBytes: maxPasteBytes }),
  post("/quick-order/file", buyers, none, receiveFile, { maxBodyBytes: maxFileBytes }),
  get("/quick-order/:list", buyers, uploadedList, showList),
  post("/quick-order/:list/settings", buyers, uploadedList, saveSettings),
  post("/quick-order/:list/repeat", buyers, uploadedList, orderAgain),
  get("/quick-order/:list/columns", buyers, uploadedList, showColumns),
  post("/quick-order/:list/columns", buyers, uploadedList, saveColumns),
  get("/quick-order/:list/unready.csv", buyers, uploadedList, sendUnreadyRows),
  post("/quick-order/:list/rows", buyers, uploadedList, changeRows),
  get("/quick-order/:list/several", buyers, uploadedList, showSeveral),
  post("/quick-order/:list/several", buyers, uploadedList, fixSeveral),
  post("/quick-order/:list/include", buyers, uploadedList, useLine),
  post("/quick-order/:list/add", buyers, uploadedList, addRows),

  // Orders
  get("/orders", buyers, none, showOrders),
  get("/orders/export.csv", buyers, none, sendOrdersCsv),
  get("/orders/export.xlsx", buyers, none, sendOrdersXlsx),
  get("/orders/:id", buyers, order, showOrder),
  post("/orders/:id", buyers, order, saveDraft, draftForm),
  get("/orders/:id/quote.pdf", buyers, order, sendQuote),
  get("/orders/:id/lines.csv", buyers, order, sendLinesCsv),
  post("/orders/:id/add", buyers, order, addPart, draftForm),
  post("/orders/:id/reprice", buyers, order, updatePrices, draftForm),
  post("/orders/:id/fit", buyers, order, reduceToStock, draftForm),
  post("/orders/:id/duplicate", buyers, order, duplicate),
  post("/orders/:id/change", buyers, order, sendChangeRequest, draftForm),
  post("/orders/:id/discard", buyers, order, discard),
  get("/orders/:id/confirm", buyers, order, showReview),
  post("/orders/:id/confirm", buyers, order, confirmDraft),

  // Quote requests
  get("/quote-requests", buyers, none, showQuoteRequests),
  get("/quote-requests/new", buyers, none, showQuoteForm),
  post("/quote-requests/new", buyers, none, sendRequest, quoteForm),
  get("/quote-requests/:quote", buyers, quoteRequest, showQuoteRequest),
  post("/quote-requests/:quote/messages", buyers, quoteRequest, writeMessage),
  post("/quote-requests/:quote/withdraw", buyers, quoteRequest, withdrawRequest),
  post("/quote-requests/:quote/accept", buyers, quoteRequest, acceptOptions),

  // Developers
  get("/developers", buyers, none, showDevelopers),
  get("/developers/request", admins, none, showKeyRequest),
  post("/developers/request", admins, none, sendKeyRequest),
  get("/developers/keys/:key", buyers, apiKey, showKeyPage),
  post("/developers/keys/:key/rotate", admins, apiKey, replaceKey),
  post("/developers/keys/:key/revoke", admins, apiKey, endKey),
  get("/developers/calls", buyers, none, showRequests),
  get("/developers/calls/:request", buyers, apiRequest, showRequest),

  // Keys for companies without an account, and one-time links to keys
  get("/request-key", "anyone", none, showRequestForm),
  post("/request-key", "anyone", none, receiveRequest),
  get("/keys/reveal/:token", "anyone", none, showReveal),
  post("/keys/reveal/:token", "anyone", none, revealKey),

  // People of the account
  get("/account/people", buyers, none, showPeople),
  post("/account/people/:user/role", admins, person, changePersonRole),
  post("/account/people/:user/remove", admins, person, removePerson),
  post("/account/invitations", admins, none, invite),
  post("/account/invitations/:invitation/send", admins, invitation, sendInvitation),
  post("/account/invitations/:invitation/withdraw", admins, invitation, withdrawInvitation),

  ...signInPages,
];
