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
  all: (title: string) => `All ${title}`,
  keyStates: { active: "Active", expired: "Expired", replaced: "Replaced", revoked: "Revoked" },
  none: "No results",
};
