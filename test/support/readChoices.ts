// The offers and other proposals in the panels of a list's rows, as a person sees them.

/** `value` is that of the button of the row, with its row number; `text` is without markup. */
export type ShownChoice = { readonly value: string; readonly text: string };

function toText(markup: string): string {
  const spaced = markup.replace(/<\/(?:td|th|span)>|<br>/g, " ").replace(/<[^>]*>/g, "");
  return spaced.replaceAll("\u00a0", " ").replace(/\s+/g, " ").trim();
}

/** The offers of all panels of a page. */
export function readChoices(body: string): ShownChoice[] {
  return [...body.matchAll(/<tr role="row">(?:(?!<\/tr>)[\s\S])*<\/tr>/g)].flatMap(([row]) => {
    const [, value] = /name="fix"\s+value="(\d+:offer[^"]*)"/.exec(row) ?? [];
    const shown = row.replace(/<button[\s\S]*/, "");
    return value === undefined ? [] : [{ value, text: toText(shown) }];
  });
}
