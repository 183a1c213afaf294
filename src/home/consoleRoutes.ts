// Every route of the console: who may use it, what its path names, and what answers it.

import {
  accountList,
  accountRecord,
  createAccount,
  editAccount,
  endViewAsBuyer,
  showAccountEditor,
  showNewAccount,
  viewAsBuyer,
} from "../accounts/console.ts";
import { auditRoutes } from "../audit/console.ts";
import { showCatalog } from "../catalog/console.ts";
import { mapWord, showConditions, unmapWord } from "../catalog/consoleConditions.ts";
import { showOffer, storeOffer } from "../catalog/consoleOffer.ts";
import { showPart } from "../catalog/consolePart.ts";
import { showShortfalls } from "../catalog/consoleShortfalls.ts";
import { removeTerm, showTerms, storeTerm, switchTermOff } from "../catalog/consoleTerms.ts";
import { saveCompany, showCompany } from "../company/console.ts";
import { maxLogoBytes } from "../company/distributor.ts";
import { importRoutes } from "../imports/console.ts";
import {
  keyList,
  revoke,
  revokeSelected,
  rotate,
  showKey,
  showRevokeSelected,
} from "../keys/console.ts";
import { issueKey, showKeyForm } from "../keys/consoleIssue.ts";
import { operatorKeyRoutes } from "../keys/consoleOperatorKeys.ts";
import { admins, type ConsoleAccess, catalogManagers, everyone, operators } from "../kit/access.ts";
import { createRouteBuilders, largeFormBytes, none, type Route } from "../kit/site/routes.ts";
import { mailRoutes } from "../mail/console.ts";
import { orderRoutes } from "../orders/console.ts";
import { reportRoutes } from "../orders/consoleReports.ts";
import { memberRoutes } from "../people/console.ts";
import { agreementList, sendAgreementFile, showAgreement, showPrice } from "../prices/console.ts";
import { endRule, showRule, storeRule } from "../prices/consoleRule.ts";
import { requestRoutes } from "../requests/console.ts";
import { signInPages } from "../signIn/console.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { showToday } from "./console.ts";
import { buyerRequestRoutes } from "./consoleBuyerRequests.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import * as load from "./consoleLoaders.ts";
import { sampleCatalogPath, sendSampleCatalog } from "./consoleSampleCatalog.ts";
import { showSearch } from "./consoleSearch.ts";
import { showSystem } from "./consoleSystem.ts";

const { get, post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

/** Long texts, as typed and as they were shown. */
const offerForm = { maxBodyBytes: largeFormBytes };
type ConsoleRoute = Route<ConsoleContext, SignedInOperator, ConsoleAccess>;

export const consoleRoutes: readonly ConsoleRoute[] = [
  get("/console", everyone, none, showToday),
  get("/console/search", everyone, none, showSearch),
  get("/console/system", everyone, none, showSystem),

  ...buyerRequestRoutes,

  // Accounts
  ...accountList.routes,
  get("/console/accounts/new", operators, none, showNewAccount),
  post("/console/accounts/new", operators, none, createAccount),
  ...accountRecord.routes,
  get("/console/accounts/:account/edit", operators, load.account, showAccountEditor),
  post("/console/accounts/:account/edit", operators, load.account, editAccount),
  post("/console/accounts/:account/view", everyone, load.account, viewAsBuyer),
  post("/console/view/end", everyone, none, endViewAsBuyer),
  get("/console/accounts/:account/keys/new", operators, load.account, showKeyForm),
  post("/console/accounts/:account/keys/new", operators, load.account, issueKey),

  // People of accounts, and operators
  ...memberRoutes,

  // Keys
  ...keyList.routes,
  get("/console/keys/revoke", operators, none, showRevokeSelected),
  post("/console/keys/revoke", operators, none, revokeSelected),
  get("/console/keys/:key", everyone, load.key, showKey),
  post("/console/keys/:key/rotate", operators, load.key, rotate),
  post("/console/keys/:key/revoke", operators, load.key, revoke),

  // Catalog
  get("/console/catalog", everyone, none, showCatalog),
  get("/console/catalog/shortfalls", everyone, none, showShortfalls),
  get("/console/catalog/conditions", everyone, none, showConditions),
  post("/console/catalog/conditions", catalogManagers, none, mapWord),
  post("/console/catalog/conditions/unmap", catalogManagers, none, unmapWord),
  get("/console/catalog/terms", everyone, none, showTerms),
  post("/console/catalog/terms", catalogManagers, none, storeTerm),
  post("/console/catalog/terms/off", catalogManagers, none, switchTermOff),
  post("/console/catalog/terms/remove", catalogManagers, none, removeTerm),
  get("/console/catalog/parts/:number", everyone, load.part, showPart),
  get("/console/catalog/offers/:offer", everyone, load.offer, showOffer),
  post("/console/catalog/offers/:offer", catalogManagers, load.offer, storeOffer, offerForm),

  // Imports
  ...importRoutes,
  get(sampleCatalogPath, everyone, none, sendSampleCatalog),

  // Agreements
  ...agreementList.routes,
  get("/console/agreements/:account", everyone, load.account, showAgreement),
  get("/console/agreements/:account/agreement.csv", everyone, load.account, sendAgreementFile),
  get("/console/agreements/:account/price", everyone, load.account, showPrice),
  get("/console/agreements/:account/rules/new", catalogManagers, load.newRule, showRule),
  post("/console/agreements/:account/rules/new", catalogManagers, load.newRule, storeRule),
  get("/console/agreements/:account/rules/:rule", everyone, load.rule, showRule),
  post("/console/agreements/:account/rules/:rule", catalogManagers, load.rule, storeRule),
  post("/console/agreements/:account/rules/:rule/end", catalogManagers, load.rule, endRule),

  ...orderRoutes,
  ...reportRoutes,

  // Requests of the API
  ...requestRoutes,

  // Outbox
  ...mailRoutes,

  // Audit
  ...auditRoutes,

  // Company
  get("/console/company", admins, none, showCompany),
  post("/console/company", admins, none, saveCompany, { maxBodyBytes: maxLogoBytes + 131_072 }),

  // Keys of the operator API
  ...operatorKeyRoutes,

  ...signInPages,
];
