import { type Content, html } from "./html.ts";

/** The words of the building blocks of all pages. */
export const texts = {
  page: {
    skip: "Skip to main content",
    navigation: "Main",
    menu: "Menu",
    open: "open",
    signOut: "Sign out",
    nextStep: "Next step",
    summary: "Summary",
  },
  pager: {
    label: "Pages",
    newest: "Newest",
    newer: "Newer",
    older: "Older",
    first: "First",
    next: "Next",
  },
  field: {
    optional: "(optional)",
    email: "E-mail",
    any: "Any",
  },
  form: {
    faults: (count: number) => (count === 1 ? "There is a problem" : `There are ${count} problems`),
    filter: "Filter",
  },
  question: {
    typeName: (name: string) => `Type ${name} to confirm`,
    typeNameFault: (name: string) => `Type ${name} exactly as shown.`,
  },
  conflict: {
    title: "Someone else changed this",
    remedy: (changedBy: Content) => {
      const remedy = "Your version is not saved yet. Compare both and save again.";
      return changedBy === null ? remedy : html`${changedBy} ${remedy}`;
    },
    same: "They saved the same values as you.",
    caption: "Both versions",
    field: "Field",
    current: "Current",
    yours: "Yours",
  },
  code: {
    copy: "Copy",
    copyCode: (label: string) => `Copy: ${label}`,
    copyText: (what: string) => `Copy ${what}`,
    setKey: "Set your key",
    setKeyHint: "Paste your key and press Enter. It is not shown.",
  },
  chart: {
    summary: (title: string, series: readonly string[]) => `${title}. ${series.join("; ")}`,
    noValues: (name: string) => `${name}: none`,
    range: (name: string, least: string, most: string) => `${name}: ${least} to ${most}`,
    rangeAndLast: (name: string, least: string, most: string, last: string) =>
      `${name}: ${least} to ${most}, last ${last}`,
    noValue: "none",
    showTable: (title: string) => html`Show as table<span class="unseen">: ${title}</span>`,
  },
};
