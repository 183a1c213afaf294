import { html } from "../html.ts";

/** The words of the search box and of the search over a page. */
export const texts = {
  search: "Search",
  keys: "Ctrl K",
  close: "Close",
  closeKey: "Esc",
  hint: html`<kbd>↑</kbd> <kbd>↓</kbd> to choose <kbd>Enter</kbd> to open`,
};
