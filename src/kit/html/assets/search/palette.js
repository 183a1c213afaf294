// The search over the page, opened by its link or by keyboard.

/** Opens the search, or closes it; without it, selects the search box of the bar. */
function openSearch() {
  const palette = document.querySelector("#palette");
  const [input] = all("[data-search]", palette instanceof HTMLElement ? palette : document.body);
  if (!(input instanceof HTMLInputElement)) return;
  if (palette instanceof HTMLDialogElement) {
    if (palette.open) palette.close();
    else palette.showModal();
    if (!palette.open) return;
    input.dispatchEvent(new Event("input"));
  }
  input.select();
}

for (const link of all("[data-palette]")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openSearch();
  });
  if (!/^Mac|^iP/.test(navigator.platform)) continue;
  for (const cap of all("kbd", link)) cap.textContent = "⌘ K";
}

for (const palette of all("#palette")) {
  // What is around the dialog belongs to it.
  palette.addEventListener("click", (event) => {
    if (event.target === palette && palette instanceof HTMLDialogElement) palette.close();
  });
}
