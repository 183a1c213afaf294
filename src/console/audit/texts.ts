/** The words of the audit log. */
export const texts = {
  title: "Audit log",
  /** The action of the event that has the first discount of an account. */
  opened: "opened an account",
  /** Actions that are recorded in other words. */
  actions: {
    "started a dry run": "checked a file",
    "started an import past its guard rails": "started an import overriding the guard rails",
    "committed an import past its guard rails": "committed an import overriding the guard rails",
    "opened an account": "created an account",
  } as Readonly<Record<string, string>>,
  event: {
    offList: (percent: string) => `${percent}% off list`,
    none: "None",
  },
};
