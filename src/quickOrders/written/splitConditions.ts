/**
 * The codes of a text with several conditions, such as "NE / OH"; empty unless there are several.
 * They may not exist.
 */
export function splitConditions(text: string): readonly string[] {
  const codes = new Set(
    text
      .trim()
      .toUpperCase()
      .split(/ ?[/,&+] ?| OR /),
  );
  return codes.size > 1 && [...codes].every((code) => /^[A-Z]{2}$/.test(code)) ? [...codes] : [];
}
