/** The words of the search of the console. */
export const texts = {
  title: "Search",
  form: "Console",
  field: "Name, number or ID",
  button: "Search",
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
  ofVendor: "Parts of this vendor",
  suspended: "Suspended",
  keyStates: { active: "Active", expired: "Expired", replaced: "Replaced", revoked: "Revoked" },
  operator: (role: string) => `Operator, ${role}`,
  whichAccount: (typed: string) => `Several accounts match “${typed}”`,
  whichKey: (typed: string) => `Several keys match “${typed}”`,
  choose: "Choose one:",
  noAccount: (typed: string) =>
    typed === "" ? "Enter the name or ID of an account." : `No account matches “${typed}”.`,
  chooseAccount: (typed: string, names: string) =>
    `Several accounts match “${typed}”: ${names}. Enter one of these names.`,
  none: "No results",
  noParts:
    "Parts are not available yet, because the catalog is still loading. Search again in a minute.",
  noneHint: "Nothing found. Search for the beginning of a name or number, or an ID.",
  secret:
    "This looks like a complete API key, which is a secret. Search for its last four characters.",
};
