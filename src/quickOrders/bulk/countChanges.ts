// How many rows the bulk actions of a list would change, so that only those are offered that do
// something, with their number.
import type { ListSummary } from "../orderList.ts";
import { selectRowsOnPage } from "../pageQueries.ts";
import { type BulkAction, statesOfAction } from "./bulkActions.ts";
import { type Loading, loadChoices, planAction } from "./planRows.ts";

/** Rows of which each is planned; more of them take too long for a page. */
const maxPlanned = 100;

/** Of rounding and converting every row is shown before, so these count themselves. */
export type CountedAction = Exclude<BulkAction, "round" | "convert">;

/** By action, the rows that it changes; null if there are too many rows to know. */
export type ChangeCounts = Readonly<Record<CountedAction, number | null>>;

const countedActions: readonly CountedAction[] = [
  "use_suggestions",
  "prefer_ne",
  "cheapest",
  "reduce",
  "remove_not_found",
];

/** Counts what each action would change in a list; nothing while its rows are being checked. */
export async function countChanges(
  loading: Loading,
  { states }: Pick<ListSummary, "states">,
): Promise<ChangeCounts> {
  const { db, list } = loading;
  const countRows = (action: CountedAction) =>
    states.waiting > 0 ? 0 : statesOfAction[action].reduce((sum, state) => sum + states[state], 0);
  const planned = countedActions.filter((action) => {
    const rows = countRows(action);
    return rows > 0 && rows <= maxPlanned;
  });
  const possible = [...new Set(planned.flatMap((action) => statesOfAction[action]))];
  const limit = maxPlanned * planned.length;
  const found =
    limit === 0 ? [] : await selectRowsOnPage(db, list.listId, { states: possible }, 0, limit);
  const loaded = await loadChoices(loading, planned, found);
  const count = (action: CountedAction): number | null => {
    if (!planned.includes(action)) return countRows(action) === 0 ? 0 : null;
    const rows = found.filter(({ state }) => statesOfAction[action].includes(state));
    return planAction(action, rows, loaded).changing.length;
  };
  return Object.fromEntries(countedActions.map((one) => [one, count(one)])) as ChangeCounts;
}
