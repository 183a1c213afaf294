/** Actions that are recorded in other words. */
const renamed: ReadonlyMap<string, string> = new Map([
  ["started a dry run", "checked a file"],
  ["started an import past its guard rails", "started an import overriding the guard rails"],
  ["committed an import past its guard rails", "committed an import overriding the guard rails"],
  ["opened an account", "created an account"],
]);

/** An action as pages call it; the log itself keeps the words that it was recorded with. */
export function nameAction(action: string): string {
  return renamed.get(action) ?? action;
}
