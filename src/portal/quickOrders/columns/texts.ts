/** The words of the page on which the columns of a list are chosen. */
export const texts = {
  title: "Choose the columns",
  quickOrder: "Quick order",
  sentence: (list: string) =>
    `${list}. Lists with the same headers are read the same way next time.`,
  header: {
    title: "Header",
    sheet: "Sheet",
    line: "Header line",
    lineOf: (line: number, cells: string) => `Line ${line}: ${cells}`,
    none: "No header line",
    use: "Use this header",
  },
  columns: {
    title: "Columns",
    partNumber: "Part number",
    choose: "Choose a column",
    quantity: "Quantity",
    noQuantity: "Not in the list, or in the part number column",
    condition: "Condition",
    noCondition: "Not in the list",
    certificate: "Certificate",
    unit: "Unit of measure",
    remark: "Remark",
    neededBy: "Needed by",
    check: "Check rows",
  },
  preview: {
    title: "First rows",
    line: "Line",
  },
  faults: {
    same: "Choose a different column for each field.",
    noPartNumber: "Choose the part number column.",
  },
};
