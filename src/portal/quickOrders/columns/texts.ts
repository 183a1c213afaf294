/** The words of the page on which the columns of a list are chosen. */
export const texts = {
  sentence: (list: string) =>
    `${list}. Lists with the same headers are read the same way next time.`,
  header: {
    lineOf: (line: number, cells: string) => `Line ${line}: ${cells}`,
  },
  columns: {
    title: "Columns",
    noCondition: "Not in the list",
  },
  preview: {
    title: "First rows",
  },
};
