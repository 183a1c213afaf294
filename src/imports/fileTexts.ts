import { type Html, html } from "../html/html.ts";
import { groupDigits } from "../money.ts";

/** The words of files to import: upload, columns, quantities, and what values mean. */
export const fileTexts = {
  file: {
    discard: "Discard file",
  },
  columnsSaved: {
    catalog: "The columns are saved for the vendor's next file with this header.",
    stock: "The columns are saved for the vendor's next file with this header.",
    agreement: "The columns are saved for the account's next file with this header.",
  },
  columns: {
    title: "Columns",
    noPrices: "All parts have their price on request",
  },
  quantities: {
    title: "Quantities",
    mode: "Quantities are",
    byVendor: "As in the last file of each vendor",
    notChosen: "Not chosen yet",
    newVendor: "On hand (new vendor)",
    lastFile: (mode: string) => `${mode} (last file)`,
    asOf: "Counted at",
    asOfHint: "Such as 2026-11-21T22:00:00Z. If empty: the as_of column, or else the upload time.",
    asOfFault: (fault: string) => `Counted at: ${fault}`,
    badTime: "enter a time such as 2026-11-21T22:00:00Z.",
    future: "this time is in the future.",
    older: "If our count is newer",
    keepLater: "Keep ours",
    applyOlder: "Replace it with these older counts",
    appliedOlder: "; replaces later counts",
    usualMode: "default",
    usualTime: "default time",
    savedHint: "Saved for the vendor's next file.",
    chooseFirst: "Choose before you import. Saved for the vendor's next file.",
    undecided: (mode: string) => `${mode} (not chosen yet)`,
    countedAt: (mode: string, moment: Html) => html`${mode}, counted at ${moment}`,
  },
  repeats: {
    title: "Repeated rows",
  },
  repeatRules: {
    sum: "They are lots: add their quantities",
    first: "Import the first, ignore the others",
    last: "Import the last, ignore the others",
    refuse: "Import the first, refuse the others",
  },
  corrections: {
    title: "Values to correct",
    value: "Value",
    column: "Column",
    rows: "Rows",
    means: "Means",
    meaningOf: (column: string, value: string) => `What ${column} ${value} means`,
    choose: "Choose",
    leaveOut: "Leave these rows out",
    lostZeros: (count: number) =>
      count === 1
        ? "1 code has lost its zeros. Add them?"
        : `${groupDigits(count)} codes have lost their zeros. Add them?`,
    suchAs: (examples: string) => `Such as ${examples}`,
    packs: "The number is not read. Quantity and price count in the unit you choose.",
    limit: (shown: number, count: string) => `Showing the first ${shown} of ${count} values.`,
    thisFile:
      "Corrections apply to this file only. To save them for the next files of a vendor, choose " +
      "the vendor when you upload.",
    saved: (vendor: string) => `Corrections are saved for the next files of ${vendor}.`,
    hint:
      "These values are unknown, so their rows are refused; a CAGE code is left empty. Check " +
      "what each one means. What you leave open stays as it is.",
    accept: "Accept these corrections",
    bad: (column: string, value: string) => `${column} ${value}: enter a valid value of ${column}.`,
    otherCurrency: (sign: string, currency: string) =>
      `${sign} can't mean another currency: ${currency} was chosen for the file.`,
    none: "Choose a meaning for at least one value.",
    fileGone: "The file was imported or deleted. Upload it again.",
  },
  values: {
    title: "Saved values",
    vendor: "Vendor",
    noneHint:
      "If a check refuses rows because of a value such as NEW or CALL, you choose what it means. " +
      "Your choice is saved for the vendor's next files and listed here.",
  },
  meanings: {
    onRequest: "Price on request",
    noDate: "No date",
    thousands: (example: string) => `Thousands: ${example}`,
    decimals: (example: string) => `Decimals: ${example}`,
    oneUnit: "1 unit sold",
    units: (count: string) => `${count} units sold`,
    empty: "Empty",
    withZeros: "Add the zeros: 5606 is 05606",
    number: "The number",
    unknownStock: "0, because it is unknown",
    numberAsPrice: "The price, without the word",
    withCertificate: (meaning: string, certificate: string) =>
      `${meaning}, certificate ${certificate}`,
  },
};
