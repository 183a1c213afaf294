/** The words of the page on which the columns of a list are chosen. */
export const texts = {
  columns: {
    title: "Columns",
    noCondition: "Not in the list",
  },
  preview: {
    title: "First rows",
  },
};
