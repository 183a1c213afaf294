/** A text that may be the number of a quote request, or the beginning of one. */
export type WrittenRequestNumber = {
  /** As numbers are stored: "RFQ-10001", or "RFQ-1" of "rfq 1". */
  readonly number: string;
  /** Whether the text names it as a quote request, and is not digits only. */
  readonly isNamed: boolean;
};

/** Fewer digits only are the beginning of too many other numbers. */
const minDigits = 4;

/** Reads "RFQ-10001", "rfq 10001", "#10001", "10001" and so on; undefined if it is none. */
export function readRequestNumber(text: string): WrittenRequestNumber | undefined {
  const [, name, digits = ""] = /^#?(RFQ[-–— ]?)?(\d{0,19})$/i.exec(text.trim()) ?? [];
  const isNamed = name !== undefined;
  return isNamed || digits.length >= minDigits ? { number: `RFQ-${digits}`, isNamed } : undefined;
}
