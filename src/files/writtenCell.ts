// What a cell of a file that is written may hold.

/** A text, which stays one, or a number in plain decimal digits, such as "1250.00". */
export type WrittenCell = string | { readonly number: string };
