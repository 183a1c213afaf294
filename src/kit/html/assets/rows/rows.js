// The rows of a list: saved on change, without a page load. What is typed while a row is saved
// stays, and so do the focus and the place on the page.

/** Saves run one after the other, because each one shows the state of the whole list. */
let savedRows = Promise.resolve();
let rowsBeingSaved = 0;
/** A row is not replaced under a button that is being pressed: its click would be lost. */
let released = Promise.resolve();

function awaitRelease() {
  released = new Promise((resolve) => {
    const release = () => setTimeout(resolve);
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, release, { once: true });
    }
  });
}

/** @param {Element | null} element */
function findRow(element) {
  const row = element?.closest("tr[id^='row-']");
  return row instanceof HTMLElement ? row : null;
}

/** @param {Iterable<Element>} elements */
function listControls(elements) {
  return [...elements].filter(
    (one) => one instanceof HTMLInputElement || one instanceof HTMLSelectElement,
  );
}

/** @param {HTMLElement} row */
function controlsOf(row) {
  return all("input", row).filter((one) => one instanceof HTMLInputElement);
}

/** The rows that differ from what is stored. */
function listEditedRows() {
  return all(".rows tr[id]").filter((row) => controlsOf(row).some(isEdited));
}

/**
 * Whether someone types in a row. Replacing it would end that, and save half of a number.
 * @param {HTMLElement} row
 * @param {Map<string, string>} sent
 */
function isTypedIn(row, sent) {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement) || !row.contains(focused)) return false;
  return focused.value !== (sent.get(focused.id) ?? focused.defaultValue);
}

/**
 * What the user typed since the row was sent stays in the new row.
 * @param {HTMLElement} row
 * @param {HTMLElement} next
 * @param {Map<string, string>} sent
 */
function copyTyped(row, next, sent) {
  for (const control of controlsOf(row)) {
    if (control.type === "hidden") continue;
    const known = sent.get(control.id) ?? control.defaultValue;
    const again = next.querySelector(`#${CSS.escape(control.id)}`);
    if (control.value !== known && again instanceof HTMLInputElement) again.value = control.value;
  }
}

/** @param {HTMLElement} row @param {HTMLElement} next @param {Map<string, string>} sent */
function replaceRow(row, next, sent) {
  const focused = row.contains(document.activeElement) ? document.activeElement : null;
  copyTyped(row, next, sent);
  const isOpen = row.querySelector(":popover-open") !== null;
  row.replaceWith(next);
  if (isOpen && reopenPanel(next, focused)) return;
  if (focused === null) return;
  const again = all("a, button, input", next).find(
    (one) => nameControl(one) === nameControl(focused),
  );
  const target = again instanceof HTMLElement ? again : next;
  target.focus({ preventScroll: true });
  if (!(again instanceof HTMLInputElement && focused instanceof HTMLInputElement)) return;
  again.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

/** The focus of a removed row goes to the row beside it. @param {HTMLElement} row */
function removeRow(row) {
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const hadFocus = row.contains(document.activeElement);
  row.remove();
  if (hadFocus && beside instanceof HTMLElement) beside.focus({ preventScroll: true });
}

/** @param {HTMLElement} row */
function placeOf(row) {
  return Number(row.id.slice("row-".length));
}

/** Shows a row that was removed and put back. @param {HTMLElement} row */
function insertRow(row) {
  const [body] = all(".rows > table > tbody");
  if (body === undefined) location.reload();
  if (body === undefined || document.getElementById(row.id) !== null) return;
  const after = all("tr[id]", body).find((one) => placeOf(one) > placeOf(row));
  body.insertBefore(row, after ?? null);
}

const listParts = ["list-summary", "list-tabs", "list-tools", "list-columns"];

/**
 * The control of a new part that stands for one of the old part.
 * @param {HTMLElement} next
 * @param {Element} focused
 */
function findAgain(next, focused) {
  const value = focused.getAttribute("value");
  // The text of a button may count rows, of which there are fewer now.
  return all("a, button, input, summary", next).find(
    (one) =>
      one.getAttribute("value") === value &&
      (value !== null || one.textContent === focused.textContent),
  );
}

/** What was opened stays open. @param {HTMLElement} old @param {HTMLElement} next */
function keepOpen(old, next) {
  const [[folded], [again]] = [all("details", old), all("details", next)];
  if (folded instanceof HTMLDetailsElement && again instanceof HTMLDetailsElement) {
    again.open = folded.open;
  }
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} next
 */
function replacePart(old, next) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  // The rows below stay where they are, under the pointer.
  next.style.minHeight = `${old.offsetHeight}px`;
  keepOpen(old, next);
  old.replaceWith(next);
  showCopyButtons(next);
  if (focused !== null) findAgain(next, focused)?.focus({ preventScroll: true });
}

/** Instead of a table without rows. @param {HTMLElement} empty */
function showEmpty(empty) {
  const hadFocus = document.activeElement === document.body;
  all(".rows > table")[0]?.replaceWith(empty);
  if (hadFocus) all("a", empty)[0]?.focus({ preventScroll: true });
}

/**
 * Shows the parts of a page that a save returned.
 * @param {HTMLElement} parts
 * @param {Map<string, string>} sent
 */
function showParts(parts, sent) {
  for (const id of listParts) {
    const [old] = all(`#${id}`);
    const [next] = all(`#${id}`, parts);
    if (old !== undefined && next !== undefined) replacePart(old, next);
  }
  for (const row of all(".rows tr[id]")) {
    const [next] = all(`#${row.id}`, parts);
    if (next === undefined) removeRow(row);
    else if (!isTypedIn(row, sent)) replaceRow(row, next, sent);
  }
  for (const row of all("tbody tr[id]", parts)) insertRow(row);
  for (const empty of all(".empty", parts)) showEmpty(empty);
}

/** @param {string} text */
function showMessage(text) {
  const message = document.createElement("p");
  message.textContent = text;
  showToast(message);
}

/**
 * The fields to send: those of the rows, and those that belong to no row.
 * @param {HTMLFormElement} form
 * @param {HTMLElement[]} rows
 */
function listSent(form, rows) {
  return listControls(form.elements).filter((control) => {
    const row = findRow(control);
    return row === null || rows.includes(row);
  });
}

/**
 * Sends rows with the button that was pressed, and shows the list as it is then.
 * @param {HTMLFormElement} form
 * @param {HTMLElement[]} rows
 * @param {HTMLElement | null} button
 */
async function saveRows(form, rows, button) {
  const isNamed = button instanceof HTMLButtonElement && button.name !== "";
  // Enter is a change of the field and a press of the button.
  if (!isNamed && listEditedRows().length === 0) return;
  /** @type {Map<string, string>} */
  const sent = new Map();
  const body = new URLSearchParams();
  for (const control of listSent(form, rows)) {
    body.append(control.name, control.value);
    sent.set(control.id, control.value);
  }
  if (isNamed) body.append(button.name, button.value);
  const shown = all(".rows tr[id]").map((row) => row.id.slice("row-".length));
  body.append("shown", shown.join(","));
  const headers = { "x-fragment": "yes" };
  const answer = await fetch(form.action, { method: "POST", body, headers });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [message] = all("p[data-message]", page.body);
  if (answer.redirected || message === undefined) throw new Error("The rows were not saved.");
  showParts(page.body, sent);
  showMessage(message.textContent ?? "");
}

/**
 * @param {HTMLFormElement} form
 * @param {() => HTMLElement[]} findRows
 * @param {HTMLElement | null} button
 */
function saveLater(form, findRows, button) {
  rowsBeingSaved += 1;
  savedRows = savedRows
    .then(() => released)
    .then(() => saveRows(form, findRows(), button))
    .catch(() => showMessage("Not saved. Check your connection and that you are signed in."))
    .finally(() => {
      rowsBeingSaved -= 1;
    });
}

function findRowsForm() {
  const form = document.querySelector("form[data-rows]");
  return form instanceof HTMLFormElement ? form : null;
}

/** @param {HTMLElement} row */
function hasNoFocus(row) {
  return !row.contains(document.activeElement);
}

/** @param {Event} event */
function saveOnChange(event) {
  const { target } = event;
  const row = target instanceof Element ? findRow(target) : null;
  const form = findRowsForm();
  if (row === null || form === null) return;
  const { id } = row;
  // By its id: the row may be replaced before its turn comes.
  saveLater(form, () => [...all(`#${id}`), ...listEditedRows().filter(hasNoFocus)], null);
}

/** @param {SubmitEvent} event */
function saveOnSubmit(event) {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !("rows" in form.dataset)) return;
  const isAdding = submitter?.hasAttribute("formaction") === true;
  if (isAdding && rowsBeingSaved === 0 && listEditedRows().length === 0) return;
  event.preventDefault();
  const panel = submitter?.closest("[popover]");
  if (panel instanceof HTMLElement) panel.hidePopover();
  if (isAdding) showMessage("Your changes are being saved. Check the total, then add the rows.");
  const row = findRow(submitter ?? document.activeElement);
  const id = row?.id ?? "";
  const findRows = () => [...listEditedRows(), ...(id === "" ? [] : all(`#${id}`))];
  const button = isAdding ? null : submitter;
  saveLater(form, findRows, button);
}

document.addEventListener("pointerdown", awaitRelease);
document.addEventListener("change", saveOnChange);
document.addEventListener("submit", saveOnSubmit);
