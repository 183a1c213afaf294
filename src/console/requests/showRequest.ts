import { renderRequestPage } from "../../components/requestPage.ts";
import { html } from "../../html/html.ts";
import { renderSecond } from "../../html/moment.ts";
import { selectCallerNames } from "../../requests/callerQueries.ts";
import type { LoggedRequest } from "../../requests/queries.ts";
import { answerPage } from "../../site/visit.ts";
import { accountAddress, keyAddress, orderAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { texts } from "./texts.ts";

export const showRequest: Handler<LoggedRequest> = async ({ db, publicUrl }, _visit, logged) => {
  const { accounts, keys } = await selectCallerNames(db, [logged]);
  const { accountId, keyId } = logged;
  const account =
    accountId === null
      ? "None: the key is missing or unknown"
      : html`<a href="${accountAddress(accountId)}">${accounts.get(accountId) ?? accountId}</a>`;
  const whose = [{ term: "Account", value: account }];
  if (keyId !== null) {
    const value = html`<a href="${keyAddress(keyId)}">${keys.get(keyId) ?? keyId}</a>`;
    whose.push({ term: "Key", value });
  }
  return answerPage({
    title: "Request",
    sentence: renderSecond(logged.at),
    above: { href: "/console/requests", text: texts.list.title },
    body: renderRequestPage(logged, { publicUrl, whose, orderAddress }),
  });
};
