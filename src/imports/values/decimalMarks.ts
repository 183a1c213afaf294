// Which mark separates the decimals of a file's prices, as far as its clear prices show. It is only
// proposed, because a file may mix notations (decision 66).
import { listNumberReadings, thousandsMeaning } from "./cellValues.ts";

export type DecimalMarks = {
  add(price: string): void;
  /** What the form of a number means; undefined if prices show nothing, or both. */
  propose(column: string, form: string): string | undefined;
};

type Mark = "." | ",";

/** Creates the evidence of no prices. */
export function createDecimalMarks(): DecimalMarks {
  const decimals = { ".": 0, ",": 0 };
  const thousands = { ".": 0, ",": 0 };

  function addMarked(price: string, mark: Mark, last: number): void {
    const other = mark === "." ? "," : ".";
    const [whole = ""] = /\d*$/.exec(price.slice(0, last)) ?? [];
    const [fraction = ""] = /^\d*/.exec(price.slice(last + 1)) ?? [];
    const isMixed = price.includes(other);
    const isDecimal = fraction.length !== 3 || whole.length > 3 || whole === "0";
    if (isMixed || isDecimal) decimals[mark] += 1;
    else if (price.indexOf(mark) !== last) thousands[mark] += 1;
    if (isMixed) thousands[other] += 1;
  }

  return {
    add(price) {
      const point = price.lastIndexOf(".");
      const comma = price.lastIndexOf(",");
      if (point !== comma) addMarked(price, point > comma ? "." : ",", Math.max(point, comma));
    },
    propose(column, form) {
      if (listNumberReadings(column, form).length === 0) return undefined;
      const mark = form.includes(".") ? "." : ",";
      const other = mark === "." ? "," : ".";
      const isDecimal = decimals[mark] > 0;
      const isThousands = thousands[mark] > 0 || decimals[other] > 0;
      if (isDecimal === isThousands) return undefined;
      return isDecimal ? form : thousandsMeaning;
    },
  };
}
