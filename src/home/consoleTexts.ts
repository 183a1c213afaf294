import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";

/** The words around the pages of the console, and of its home and system pages. */
export const texts = {
  signIn: {
    roleOf: (role: string) => `${role} of the console`,
  },
  places: {
    home: { text: "Home", about: "Needs attention" },
    orders: { text: "Orders", about: "Confirmed, fulfilled and cancelled orders" },
    keyRequests: { text: "Key requests", about: "Requests for API keys" },
    quoteRequests: { text: "Quote requests", about: "Buyers' RFQs" },
    parts: { text: "Parts", about: "Catalog, offers and stock" },
    imports: { text: "Imports", about: "Catalog, stock and agreement files" },
    agreements: { text: "Price agreements", about: "Prices agreed with accounts" },
    accounts: { text: "Accounts", about: "Customers and their people" },
    keys: { text: "API keys", about: "Keys of all accounts" },
    reports: {
      text: "Reports",
      about: "Order value, accounts, parts, requests and response times",
    },
    requests: { text: "API requests", about: "Request log" },
    outbox: { text: "Outbox", about: "E-mails" },
    audit: { text: "Audit log", about: "Who changed what" },
    company: { text: "Company", about: "Name, logo, brand color, address and terms" },
    operators: { text: "Operators", about: "Staff and their roles" },
    operatorKeys: { text: "Operator API keys", about: "Keys of your ERP and other systems" },
    system: { text: "System", about: "Settings, version and database" },
    createAccount: { text: "Create account", about: "New customer" },
    importFile: { text: "Import file", about: "Upload a catalog, stock or agreement" },
    enterKeyRequest: { text: "Enter key request", about: "New request from an e-mail" },
    drafts: { text: "Drafts", about: "Orders that buyers have not confirmed" },
    shortfalls: { text: "Shortfalls", about: "Less stock than confirmed orders need" },
    conditions: { text: "Conditions", about: "Condition codes and synonyms" },
    terms: { text: "Search terms", about: "Synonyms of part names" },
    unmetDemand: { text: "Unmet demand", about: "Part numbers not found or out of stock" },
    account: { text: "Your account", about: "Password, two-factor authentication and sessions" },
  },
  today: {
    work: (count: number) => {
      if (count === 0) return "All clear.";
      return count === 1 ? "1 open task" : `${formatCount(count)} open tasks`;
    },
    allRequests: (count: number) => `All ${formatCount(count)} key requests`,
  },
  tasks: {
    review: "Review",
    actionFor: (action: string, task: string) => `${action}: ${task}`,
    undeliveredKeys: "Undelivered keys",
    orders: "Orders to fulfil",
    fulfil: "Fulfil",
    quoteRequests: "Quote requests to answer",
    answer: "Answer",
    changeRequests: "Change requests to answer",
    shortfalls: "Shortfalls",
    unattended: "Accounts without users",
    unattendedNote: "They have no people. Invite someone who can order",
    invite: "Invite people",
    expiringKeys: "Keys that expire soon",
    expiringKeysNote: (first: Html) =>
      html`In use. The first ends ${first}. A replacement ends on the same day: issue a new key`,
    expiringDrafts: (days: number) => `Drafts that expire within ${days} days`,
    expiringDraftsNote: "Remind the buyers to confirm or discard them",
    stoppedImports: "Stopped imports",
    failedImports: "Failed imports",
    mails: "Undelivered e-mails",
    oldStockDays: (days: number) => `Stock is ${days} days old`,
    oldStockHours: (hours: number) => `Stock is ${hours} h old`,
    imported: (age: Html) => html`Imported ${age}`,
    importStock: "Import stock",
  },
  link: {
    invited: "Invitation created",
    reset: "Password reset link created",
  },
  system: {
    title: "System",
    sentence: "Versions, jobs, migrations and configuration.",
    verdict: {
      fine: "Everything is fine.",
      attention: (count: number) =>
        count === 1 ? "One thing needs attention." : `${formatCount(count)} things need attention.`,
      jobs: (count: number) =>
        `${formatCounted(count, "job")} failed. Find the cause in the log of the service.`,
      filling:
        "The replica of the catalog is being filled. Searches and lookups start when it is done.",
      lag: (seconds: number) =>
        `The replica of the catalog is ${formatCount(seconds)} s behind. Check the connection to ` +
        "the database.",
      workers: (serving: number, all: number) =>
        `Only ${serving} of ${all} workers answer requests. Read the log; restart the service if ` +
        "this lasts.",
      clock: (seconds: number) =>
        `The clocks of this node and the database differ by ${formatCount(seconds)} s. Check ` +
        "time synchronization.",
      noMailServer:
        "No mail server is configured: operators deliver keys and invitations themselves. Set " +
        "SMTP_URL.",
      mailsKept: (count: number) =>
        `${formatCounted(count, "e-mail needs", "e-mails need")} manual delivery by an operator.`,
      mailsFailed: (count: number) =>
        `${formatCounted(count, "e-mail was", "e-mails were")} not delivered.`,
      mailsLate: (count: number) =>
        count === 1
          ? "An e-mail has been queued for over 15 minutes."
          : `${formatCount(count)} e-mails are queued, the oldest for over 15 minutes.`,
      show: "Show",
    },
    version: "Version",
    partsdesk: "partsdesk",
    node: "Node.js",
    postgres: "PostgreSQL",
    database: "Database",
    mebibytes: (count: number) => `${formatCount(count)} MiB`,
    replica: "Replica of the catalog",
    replicaFilling: "being filled",
    replicaLag: (seconds: string, changes: number) =>
      `${seconds} s and ${formatCounted(changes, "change")} behind`,
    workers: "Workers",
    serving: (serving: number, all: number) => `${serving} of ${all} answer requests`,
    clock: "Clock difference",
    seconds: (seconds: string) => `${seconds} s`,
    secondFactor: "Two-factor authentication for operators",
    required: "required",
    optional: "optional",
    audit: "Audit events",
    auditForever: "kept forever",
    auditDays: (days: number) => `deleted after ${formatCounted(days, "day")}`,
    jobs: "Jobs",
    jobsCaption: "Jobs by task",
    task: "Task",
    waiting: "Waiting",
    running: "Running",
    failed: "Failed",
    next: "Next",
    noNext: "none",
    noJobs: "No scheduled jobs.",
    showMigrations: (count: number) => `Show ${formatCounted(count, "migration")}`,
    showSettings: (count: number) => `Show ${formatCounted(count, "setting")}`,
    migrations: "Migrations",
    migrationsCaption: "Migrations, newest first",
    missing: (names: string) => `Missing migrations: ${names}. Run partsdesk migrate.`,
    name: "Name",
    applied: "Applied",
    configuration: "Configuration",
    configurationCaption: "Configuration, secrets masked",
    setting: "Setting",
    value: "Value",
    notSet: "not set",
  },
  typedRow: {
    changed: (name: string) => `Someone changed the ${name} while you were editing it.`,
    changedBy: (person: string, at: Html): Content => html`Last changed by ${person} on ${at}.`,
    cell: (label: string, value: string, reason: string) => `${label}: “${value}” ${reason}.`,
    longCell: (label: string, reason: string) => `${label}: it ${reason}.`,
    row: (row: string, reason: string) => `${row} ${reason}.`,
    withAdvice: (fault: string, advice: string) => `${fault} ${advice}.`,
    busy: "Nothing changed. Try again when the import has finished.",
    unchanged: "No changes.",
  },
};
