import { type Html, html } from "../../html/html.ts";

/** The words of the agreements: the list, rules, and the explanation of a price. */
export const texts = {
  list: {
    tabs: "Accounts",
  },
  agreement: {
    title: (account: string) => `Agreement of ${account}`,
    rules: "Rules",
  },
  scopes: {
    part: "Parts",
    vendor: "Vendors",
    account: "Discount",
  },
  noneHints: {
    part: "A rule for a part sets its price or a discount. Add a rule here, or import a file.",
    vendor:
      "A rule for a vendor sets a discount on all of its offers. Add a rule here, or import a " +
      "file.",
    account:
      "The account discount applies if no other rule does. Add a rule here, or import a file.",
  },
  rules: {
    validFrom: (from: Html) => html`from ${from}`,
    validBetween: (from: Html, to: Html) => html`${from} to ${to}`,
  },
  origins: {
    opening: "When the account was created",
  },
  rule: {
    name: "rule",
  },
  form: {
    onlyParts: "Only for a part.",
  },
  explain: {
    form: "Explain price",
  },
  stepNames: {
    contract_line: "Rule for the part",
    vendor_rule: "Rule for the vendor",
    account_discount: "Account discount",
    list_price: "List price",
  },
};
