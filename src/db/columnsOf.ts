/** SQL: the columns of a table or alias, separated by commas. */
export function columnsOf(alias: string, columns: readonly string[]): string {
  return columns.map((column) => `${alias}.${column}`).join(", ");
}
