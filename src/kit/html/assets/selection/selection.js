// Selects the rows of a list: shows how many are selected, and selects all of the page.

/** @param {HTMLElement} form @returns {HTMLInputElement[]} */
function picksOf(form) {
  const boxes = all(`.pick > input[form="${form.id}"]`);
  return boxes.filter((box) => box instanceof HTMLInputElement);
}

/** Shows the count in the bar, and whether all rows are selected. @param {HTMLElement} form */
function showSelected(form) {
  const picks = picksOf(form);
  const count = picks.filter(({ checked }) => checked).length;
  for (const words of all("[data-selected]", form)) words.textContent = `${count} selected`;
  for (const every of all(".pick > [data-every]")) {
    if (!(every instanceof HTMLInputElement)) continue;
    every.hidden = false;
    every.checked = count > 0 && count === picks.length;
    every.indeterminate = count > 0 && count < picks.length;
  }
}

function showAllSelected() {
  for (const form of all("form.selection")) showSelected(form);
}

/** @param {boolean} checked */
function selectAll(checked) {
  for (const form of all("form.selection")) {
    for (const pick of picksOf(form)) pick.checked = checked;
    showSelected(form);
  }
}

/** @param {Event} event */
function pickOnChange(event) {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || box.closest(".pick") === null) return;
  if ("every" in box.dataset) selectAll(box.checked);
  else showAllSelected();
}

/** The links of the bar select rows without loading the page. @param {MouseEvent} event */
function pickOnClick(event) {
  const link = event.target instanceof Element ? event.target.closest("[data-select]") : null;
  if (!(link instanceof HTMLElement)) return;
  event.preventDefault();
  const isAll = link.dataset["select"] === "all";
  selectAll(isAll);
  if (!isAll) all(".pick > input")[0]?.focus();
}

document.addEventListener("change", pickOnChange);
document.addEventListener("click", pickOnClick);
window.addEventListener("pageshow", showAllSelected);
