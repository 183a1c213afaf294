/** The words of the search of the console. */
export const texts = {
  groups: {
    goTo: "Go to",
    pages: "Pages",
    orders: "Orders",
    quotes: "Quote requests",
    accounts: "Accounts",
    people: "People",
    keys: "API keys",
    requests: "API requests",
    imports: "Imports",
    parts: "Parts",
    vendors: "Vendors",
  },
  run: (run: number) => `Run ${run}`,
  all: (title: string) => `All ${title}`,
  keyStates: { active: "Active", expired: "Expired", replaced: "Replaced", revoked: "Revoked" },
  operator: (role: string) => `Operator, ${role}`,
  whichAccount: (typed: string) => `Several accounts match “${typed}”`,
  whichKey: (typed: string) => `Several keys match “${typed}”`,
  noAccount: (typed: string) =>
    typed === "" ? "Enter the name or ID of an account." : `No account matches “${typed}”.`,
  chooseAccount: (typed: string, names: string) =>
    `Several accounts match “${typed}”: ${names}. Enter one of these names.`,
  none: "No results",
};
