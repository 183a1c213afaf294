// Suggestions below the search box while someone types: a combobox with a list box.

const typingPauseMs = 90;

/** @param {HTMLInputElement} input */
function createListBox(input) {
  const list = document.createElement("ul");
  list.id = "suggestions";
  list.className = "suggest";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  const count = document.createElement("span");
  count.className = "unseen";
  count.setAttribute("role", "status");
  input.after(list, count);
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);

  let chosen = -1;
  const options = () => all("[role=option]", list);

  /** Chooses an option, or none beyond the ends. @param {number} place */
  const choose = (place) => {
    const found = options();
    chosen = place < -1 ? found.length - 1 : place >= found.length ? -1 : place;
    found.forEach((option, at) => {
      option.id = `suggestion-${at}`;
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
    choose(-1);
  };

  /** @param {readonly Element[]} found */
  const fill = (found) => {
    list.replaceChildren(...found);
    count.textContent = found.length === 1 ? "1 suggestion" : `${found.length} suggestions`;
    show(found.length > 0 && document.activeElement === input);
  };

  /** @param {number} step */
  const move = (step) => choose(chosen + step);
  show(false);
  return { list, show, fill, move, chosen: () => options()[chosen] };
}

/** @param {Element | null | undefined} option */
function openOption(option) {
  if (option instanceof HTMLElement) location.assign(option.dataset["href"] ?? "/");
}

/**
 * Returns a function that fetches the options for what is typed, a pause after its last call.
 * @param {HTMLInputElement} input
 * @param {ReturnType<typeof createListBox>} box
 */
function createLoader(input, { show, fill }) {
  let timer = 0;
  let request = new AbortController();
  const load = async () => {
    request.abort();
    request = new AbortController();
    const typed = input.value.trim();
    if (typed.length < 2) {
      show(false);
      return;
    }
    const address = `${input.dataset["search"]}?${new URLSearchParams({ q: typed })}`;
    const answer = await fetch(address, { signal: request.signal });
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    fill(all("[role=option]", page.body));
  };
  return () => {
    clearTimeout(timer);
    // A failed request only leaves the suggestions as they are.
    timer = setTimeout(() => load().catch(() => undefined), typingPauseMs);
  };
}

/** @param {HTMLInputElement} input */
function suggestWhileTyping(input) {
  const box = createListBox(input);
  const load = createLoader(input, box);
  input.addEventListener("input", load);
  input.addEventListener("blur", () => box.show(false));
  input.addEventListener("keydown", (event) => {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (box.list.hidden) load();
      else box.move(key === "ArrowDown" ? 1 : -1);
    }
    if (box.list.hidden) return;
    if (key === "Escape") {
      event.preventDefault();
      box.show(false);
    }
    const option = box.chosen();
    if (key === "Enter" && option !== undefined) {
      event.preventDefault();
      openOption(option);
    }
  });
  // The box keeps the focus while an option is clicked.
  box.list.addEventListener("mousedown", (event) => event.preventDefault());
  box.list.addEventListener("click", (event) => {
    openOption(event.target instanceof Element ? event.target.closest("[role=option]") : null);
  });
}

for (const input of all("[data-search]")) {
  if (input instanceof HTMLInputElement && input.dataset["search"]) suggestWhileTyping(input);
}
