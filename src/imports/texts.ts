import { formatCounted } from "../html/amount.ts";

/** The words of import runs: their list, the page of a run, its report and its changed rows. */
export const texts = {
  list: {
    title: "Imports",
  },
  uploaded: {
    title: "Uploaded files",
    hint: (days: number) => `Not imported yet. Deleted after ${formatCounted(days, "day")}.`,
  },
  kinds: {
    catalog: "Catalog",
    stock: "Stock",
    agreement: "Agreement",
  },
  kindsInMode: {
    merge: (kind: string) => kind,
    replace: (kind: string) => `${kind}, replace`,
    revert: (kind: string) => `${kind}, revert`,
    edit: (kind: string) => `${kind}, edited`,
  },
  running: {
    cancel: "Cancel run",
  },
  dismiss: {
    button: "Dismiss",
  },
  commit: {
    outdated:
      "The catalog has changed since this check. Check the file again before you import it.",
    title: "Import",
    checkFirst: "Check the file before you import it.",
  },
  revert: {
    open: "Revert run",
  },
  report: {
    moves: "Largest price changes",
    translated: "How values were read",
  },
  rows: {
    partNumber: "Part number",
    noneHint: "Rows of a run are stored for a limited time. For a part's history, see its page.",
  },
  leaveOut: {
    box: {
      "leave-out": (name: string, line: string) => `Leave out ${name}, line ${line}`,
      include: (name: string, line: string) => `Include ${name}, line ${line}`,
    },
    button: {
      "leave-out": "Leave out selected rows",
      include: "Include selected rows",
    },
    hint: {
      "leave-out":
        "Their offers stay as they are. The file is checked again, and nothing is imported yet.",
      include: "The file is checked again with these rows.",
    },
  },
};
