// Who may do what in the console, as sets of roles; each route names one of them.

/** Everybody who works here: to look, and to see to oneself. */
export const allRoles = ["admin", "catalog manager", "operator", "read-only"] as const;
/** What concerns orders, accounts, keys and mail. */
export const operatorAndAdminRoles = ["admin", "operator"] as const;
/** What concerns the catalog, imports and agreements. */
export const catalogRoles = ["admin", "catalog manager"] as const;
/** Operators themselves. */
export const adminRoles = ["admin"] as const;
