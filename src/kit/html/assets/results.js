// The page of search results: adds a row to the draft, and applies filters, without a page load.

const toastMs = 8_000;
const toasts = document.createElement("div");
toasts.className = "toasts";
toasts.setAttribute("role", "status");
document.body.append(toasts);

/** @param {Element} message */
function showToast(message) {
  toasts.replaceChildren(message);
  setTimeout(() => message.remove(), toastMs);
}

/** @param {Element} chip */
function showChip(chip) {
  const [known] = all("[data-draft]");
  if (known !== undefined) known.replaceWith(chip);
  else document.querySelector(".bar .menu")?.before(chip);
}

/**
 * @param {HTMLFormElement} form
 * @param {Element | null} reasons
 */
function showFlaw(form, reasons) {
  const input = form.querySelector("[name=quantity]");
  for (const old of all(".flaw", form)) old.remove();
  input?.removeAttribute("aria-invalid");
  if (reasons === null || input === null) return;
  // What was added before would seem to be about this row.
  toasts.replaceChildren();
  const flaw = document.createElement("p");
  flaw.className = "flaw";
  flaw.id = `${input.id}-fault`;
  flaw.setAttribute("role", "alert");
  flaw.append(...reasons.childNodes);
  form.append(flaw);
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", flaw.id);
}

/**
 * Shows what the draft has of a row.
 * @param {HTMLFormElement} form
 * @param {Element | undefined} inDraft
 */
function showInDraft(form, inDraft) {
  for (const old of all("[data-in-draft]", form)) old.remove();
  if (inDraft !== undefined) form.append(inDraft);
}

/**
 * Sends the form of a row. What is not a fragment is left to the browser.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
async function addRow(form, button) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) body.append(name, String(value));
  const headers = { "x-fragment": "yes" };
  const answer = await fetch(form.action, { method: "POST", body, headers });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [chip] = all("a[data-draft]", page.body);
  const [message] = all("p[data-form]", page.body);
  const [flaw] = all("p[data-flaw]", page.body);
  if (!answer.redirected && flaw !== undefined) {
    showFlaw(form, flaw);
    return;
  }
  if (answer.redirected || chip === undefined || message === undefined) {
    form.submit();
    return;
  }
  const id = form.querySelector("[name=form]");
  if (id instanceof HTMLInputElement) id.value = message.dataset["form"] ?? "";
  showFlaw(form, null);
  showInDraft(form, all("[data-in-draft]", page.body)[0]);
  showChip(chip);
  showToast(message);
}

/** @param {SubmitEvent} event */
function addOnSubmit(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !("add" in form.dataset)) return;
  event.preventDefault();
  if (form.dataset["add"] === "sent") return;
  form.dataset["add"] = "sent";
  const done = () => {
    form.dataset["add"] = "";
  };
  // The same form again is the same request, so the browser may repeat it.
  addRow(form, event.submitter)
    .catch(() => form.submit())
    .finally(done);
}

/** What has the focus, so that it has it again when the page is another. */
function findFocused() {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement)) return "";
  if (focused instanceof HTMLSelectElement) return `select[name="${CSS.escape(focused.name)}"]`;
  const value = CSS.escape(focused.value);
  return `[name="${CSS.escape(focused.name)}"][value="${value}"]:not([type="hidden"])`;
}

const readShown = () => `${location.pathname}${location.search}`;

/** The address of the results that are shown. */
let shown = readShown();

/** Shows another page of results in place. @param {string} address */
async function showResults(address) {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [next] = all("#main", page.body);
  const [main] = all("#main");
  if (!answer.ok || answer.redirected || next === undefined || main === undefined) {
    location.assign(address);
    return;
  }
  const focused = findFocused();
  const isOpen = document.querySelector("#facets:popover-open") !== null;
  const unfolded = all("#facets details", main).map((one) => one.hasAttribute("open"));
  main.replaceChildren(...next.childNodes);
  all("#facets details", main).forEach((one, place) => {
    one.toggleAttribute("open", unfolded[place] === true);
  });
  const [facets] = all("#facets", main);
  if (isOpen) facets?.showPopover();
  const again = focused === "" ? null : main.querySelector(focused);
  if (again instanceof HTMLElement) again.focus();
  history.pushState(null, "", address);
  shown = readShown();
}

/** @param {Event} event */
function applyOnChange(event) {
  const form = event.target instanceof Element ? event.target.closest("form") : null;
  if (form === null || !("apply" in form.dataset)) return;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value !== "") query.append(name, String(value));
  }
  const address = `${form.action}?${query}`;
  showResults(address).catch(() => location.assign(address));
}

document.addEventListener("submit", addOnSubmit);
document.addEventListener("change", applyOnChange);
window.addEventListener("popstate", () => {
  // A link within the page is no other page.
  if (readShown() !== shown) location.reload();
});
