// The pages of agreements, whole: the accounts that have one, its rules, a rule, why a price is
// what it is, and the file that an import takes back.
import { writeCsv } from "../../files/writeCsv.ts";
import { exportAgreement } from "../../pricing/agreements/exportAgreement.ts";
import { createFileAnswers } from "../../site/createFileAnswers.ts";
import { type Answer, notFound } from "../../site/visit.ts";
import { allRoles, catalogRoles } from "../allRoles.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { agreementsAddress, findAccount } from "./agreementAddress.ts";
import { answerRule } from "./answerRule.ts";
import { endRule, findRulePlace, renderRuleDone, sendRule, undoRule } from "./sendRule.ts";
import { showAgreement } from "./showAgreement.ts";
import { showAgreements } from "./showAgreements.ts";
import { showPrice } from "./showPrice.ts";

const csvFile = { name: "agreement.csv", type: "text/csv; charset=utf-8" };

async function showRule(context: ConsoleContext, visit: Visit, isNew: boolean): Promise<Answer> {
  const place = await findRulePlace(context, visit, isNew);
  if (place === undefined) return notFound;
  return answerRule(context, visit, place, { above: renderRuleDone(visit, place) });
}

function addRules({ get, post, context }: ConsoleServer, agreement: string): void {
  for (const isNew of [true, false]) {
    const path = `${agreement}/rules/${isNew ? "new" : ":rule"}`;
    const roles = isNew ? catalogRoles : allRoles;
    get(path, { roles, answer: (visit: Visit) => showRule(context, visit, isNew) });
    post(path, { roles: catalogRoles, answer: (visit) => sendRule(context, visit, isNew) });
  }
  const rule = `${agreement}/rules/:rule`;
  post(`${rule}/end`, { roles: catalogRoles, answer: (visit) => endRule(context, visit) });
  post(`${rule}/undo`, { roles: catalogRoles, answer: (visit) => undoRule(context, visit) });
}

/** Adds `/console/agreements` and what is under it. */
export function registerAgreements(desk: ConsoleServer): void {
  const { get, context } = desk;
  const files = createFileAnswers(context);
  const agreement = `${agreementsAddress}/:account`;
  get(agreementsAddress, { roles: allRoles, answer: (visit) => showAgreements(context, visit) });
  get(agreement, { roles: allRoles, answer: (visit) => showAgreement(context, visit) });
  get(`${agreement}/price`, { roles: allRoles, answer: (visit) => showPrice(context, visit) });
  get(`${agreement}/agreement.csv`, {
    roles: allRoles,
    answer: async (visit) => {
      const account = await findAccount(context.db, visit.param("account"));
      if (account === undefined) return notFound;
      return files.send(visit, csvFile, (session, target) =>
        writeCsv(exportAgreement(session, account.accountId), target),
      );
    },
  });
  addRules(desk, agreement);
}
