export function isBlank(cell: string | undefined): boolean {
  return cell === undefined || cell.trim() === "";
}

export function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}
