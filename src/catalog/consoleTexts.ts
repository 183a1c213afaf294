import { type Content, type Html, html } from "../kit/html/html.ts";

/** The words of the catalog: search, a part, an offer, conditions, terms and shortfalls. */
export const texts = {
  search: {
    title: "Parts",
    conditions: html`<a href="/console/catalog/conditions">Conditions</a> that files may use`,
    terms: html`<a href="/console/catalog/terms">Terms</a> that buyers use for parts`,
    noneHint: html`Enter the beginning of a part number or words of a name, or
remove a filter. Offers come from <a href="/console/imports">imports</a>.`,
  },
  statuses: {
    ACTIVE: "Active",
    ON_HOLD: "On hold",
    SUPERSEDED: "Superseded",
    DISCONTINUED: "Discontinued",
  },
  part: {
    explain: "Explain price",
    account: "Account",
    quantity: "Quantity",
    noAccount: (typed: string) => `No account “${typed}”. Enter its name, e-mail address or ID.`,
    title: "Part",
    offers: "Offers",
    history: "History",
    caption: "Offers of this part",
    actions: "Actions",
    edit: "Edit",
    show: "Show",
    onHand: (onHand: string, allocated: string) => `on hand ${onHand}, allocated ${allocated},`,
    available: (stock: string, unit: string) => `available ${stock} ${unit}`,
    onRequest: "on request",
    none: "none",
    notShown: "Searches and part pages do not show this change yet.",
    notShownHint: "They usually do within seconds. Reload this page to check.",
  },
  offer: {
    name: "offer",
    title: "Offer",
    unknown: "Unknown",
  },
  history: {
    caption: (offer: string) => `Changes of ${offer}`,
    when: "When",
    source: "Source",
    who: "Who",
    changes: "Changes",
    ofRun: (source: string, address: string, run: number) =>
      html`${source}, <a href="${address}">run ${run}</a>`,
    notShown: "Stock that orders allocate or ship is not shown here.",
    edited: (address: string, run: number) => html`Edited, <a href="${address}">run ${run}</a>`,
    reverted: "Reverted",
    file: "File",
    deleted: "Deleted",
    noChange: "no visible change",
    withoutImport: "without an import",
    byRun: (address: string, run: number) => html`by <a href="${address}">run ${run}</a>`,
    more: (count: string) => `${count} older changes are not shown.`,
    created: (origin: Content) => html`Created ${origin}.`,
    expired: (moment: Html) => html`Changes before ${moment} have expired.`,
  },
  mapping: {
    title: "Map a word",
    condition: "Condition",
    mapped: "Mapped words",
  },
  terms: {
    title: "Terms",
    source: "Source",
  },
  termStates: {
    own: "Custom",
    replaced: "Replaced",
    off: "Off",
    standard: "Standard",
  },
};
