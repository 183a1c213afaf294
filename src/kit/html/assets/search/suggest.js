// Suggestions while someone types: a combobox with a list box, below its box or in a dialog.

const typingPauseMs = 90;

/**
 * In a dialog the list stays, and its first option is chosen.
 * @param {HTMLInputElement} input @param {boolean} stays
 */
function createListBox(input, stays) {
  const list = document.createElement("ul");
  list.id = `suggestions-${all(".suggest").length}`;
  list.className = "suggest";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  const count = document.createElement("p");
  count.className = "unseen";
  count.setAttribute("role", "status");
  input.after(list, count);
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);

  let chosen = -1;
  const options = () => all("[role=option]", list);
  const least = stays ? 0 : -1;

  /** Chooses an option, or none beyond the ends. @param {number} place */
  const choose = (place) => {
    const found = options();
    chosen = place < least ? found.length - 1 : place >= found.length ? least : place;
    found.forEach((option, at) => {
      option.id = `${list.id}-${at}`;
      option.setAttribute("aria-selected", String(at === chosen));
    });
    const option = found[chosen];
    if (option === undefined) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", option.id);
    option?.scrollIntoView({ block: "nearest" });
  };

  /** @param {boolean} isOpen */
  const show = (isOpen) => {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    choose(least);
  };

  /** @param {HTMLElement} answer */
  const fill = (answer) => {
    list.replaceChildren(...all("li", answer).filter((one) => one.parentElement === answer));
    const { length } = options();
    const none = answer.querySelector("[data-none]")?.textContent;
    count.textContent = none ?? (length === 1 ? "1 suggestion" : `${length} suggestions`);
    show(length > 0 && document.activeElement === input);
  };

  /** @param {number} step */
  const move = (step) => choose(chosen + step);
  show(false);
  return { list, show, fill, move, chosen: () => options()[chosen] };
}

/**
 * Opens the page of an option, or fills the field with its value.
 * @param {HTMLInputElement} input
 * @param {Element | null | undefined} option
 */
function useOption(input, option) {
  if (!(option instanceof HTMLElement)) return;
  const { href, value } = option.dataset;
  if (href !== undefined) location.assign(href);
  if (value === undefined) return;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Returns a function that fetches the options for what is typed, a pause after its last call.
 * @param {HTMLInputElement} input
 * @param {ReturnType<typeof createListBox>} box
 * @param {number} least how many characters have suggestions
 */
function createLoader(input, { show, fill }, least) {
  let timer = 0;
  let request = new AbortController();
  const load = async () => {
    request.abort();
    request = new AbortController();
    const typed = input.value.trim();
    if (typed.length < least) {
      show(false);
      return;
    }
    const address = new URL(input.dataset["search"] ?? "", location.href);
    address.searchParams.set("q", typed);
    const { signal } = request;
    const answer = await fetch(address, { signal, headers: { "x-fragment": "yes" } });
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    input.dataset["shown"] = input.value;
    fill(page.body);
    input.dispatchEvent(new Event("suggested"));
  };
  return () => {
    clearTimeout(timer);
    // A failed request only leaves the suggestions as they are.
    timer = setTimeout(() => load().catch(() => undefined), typingPauseMs);
  };
}

/** @param {HTMLInputElement} input */
function suggestWhileTyping(input) {
  const stays = input.closest("dialog") !== null;
  const box = createListBox(input, stays);
  const load = createLoader(input, box, stays ? 0 : 2);
  let opensFirst = false;
  let filled = "";

  /** @param {Element | null | undefined} option */
  const take = (option) => {
    filled = option instanceof HTMLElement ? (option.dataset["value"] ?? "") : "";
    useOption(input, option);
  };
  /** @param {KeyboardEvent} event */
  const open = (event) => {
    const isFresh = input.dataset["shown"] === input.value;
    const option = isFresh && !box.list.hidden ? box.chosen() : undefined;
    // The options in a dialog may be of an older text: then the first of the next is opened.
    opensFirst = stays && !isFresh;
    if (option === undefined && !opensFirst) return;
    event.preventDefault();
    take(option);
  };
  /** @param {KeyboardEvent} event @param {number} step */
  const move = (event, step) => {
    event.preventDefault();
    if (box.list.hidden) load();
    else box.move(step);
  };
  input.addEventListener("input", () => {
    opensFirst = false;
    // What was chosen needs no suggestions.
    if (filled !== "" && input.value === filled) box.show(false);
    else load();
    filled = "";
  });
  input.addEventListener("suggested", () => {
    if (opensFirst) take(box.chosen());
  });
  if (!stays) input.addEventListener("blur", () => box.show(false));
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") move(event, 1);
    if (event.key === "ArrowUp") move(event, -1);
    if (event.key === "Enter") open(event);
    if (event.key !== "Escape" || stays || box.list.hidden) return;
    event.preventDefault();
    box.show(false);
  });
  // The box keeps the focus while an option is clicked.
  box.list.addEventListener("mousedown", (event) => event.preventDefault());
  box.list.addEventListener("click", (event) => {
    take(event.target instanceof Element ? event.target.closest("[role=option]") : null);
  });
}

for (const input of all("[data-search]")) {
  if (input instanceof HTMLInputElement && input.dataset["search"]) suggestWhileTyping(input);
}
