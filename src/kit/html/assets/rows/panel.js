// The panel of a row that is replaced while it is open.

/** @param {Element} control */
function nameControl(control) {
  return control.getAttribute("aria-label") ?? control.textContent;
}

/**
 * Opens the panel of a new row, with the focus where it was. `focused` had it in the old row; null:
 * it is elsewhere. Returns false if the new row has no panel.
 * @param {HTMLElement} row
 * @param {Element | null} focused
 */
// biome-ignore lint/correctness/noUnusedVariables: rows.js calls it.
function reopenPanel(row, focused) {
  const { activeElement } = document;
  const [panel] = all("[popover]", row);
  if (panel === undefined) return false;
  // Closing a panel returns the focus to what had it before.
  const [opener] = all(`[popovertarget="${panel.id}"]`, row);
  opener?.focus({ preventScroll: true });
  panel.showPopover();
  if (focused === null) {
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
    return true;
  }
  const isInPanel = focused.closest("[popover]") !== null;
  // By its name: the value of a button contains the time.
  const again = all("a, button, input", isInPanel ? panel : row).find(
    (one) => nameControl(one) === nameControl(focused),
  );
  again?.focus({ preventScroll: !isInPanel });
  return true;
}
