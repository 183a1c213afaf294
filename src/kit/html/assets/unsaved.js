// Protects what was typed: reports unsaved changes, and asks before they are lost.

/**
 * Whether a control differs from what the page was loaded with.
 * @param {Element} control
 */
function isEdited(control) {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control instanceof HTMLSelectElement) {
    const chosen = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, chosen);
  }
  if (!(control instanceof HTMLInputElement) || control.type === "hidden") return false;
  if (control.type === "checkbox" || control.type === "radio") {
    return control.checked !== control.defaultChecked;
  }
  return control.value !== control.defaultValue;
}

/**
 * Whether a form changes something: not one that signs in, or that adds a result and stays.
 * @param {HTMLFormElement} form
 */
function isKept(form) {
  if (form.method !== "post" || "add" in form.dataset) return false;
  return form.querySelector("input[type=password]") === null;
}

/** A refused form shows what was typed, which is not saved. @param {HTMLFormElement} form */
function isUnsaved(form) {
  if (form.dataset["once"] === "sent") return false;
  const isOwn = "guarded" in form.dataset || all("[aria-invalid=true]", form).length > 0;
  const isRefused = isOwn && all("[data-faults]").length > 0;
  return isRefused || [...form.elements].some(isEdited);
}

/** @param {Element} [within] */
function hasUnsaved(within = document.body) {
  return [...within.querySelectorAll("form")].some((form) => isKept(form) && isUnsaved(form));
}

/** The bar of a guarded form, created on first use. @param {HTMLFormElement} form */
function showBar(form) {
  let [bar] = all(".unsaved", form);
  if (bar === undefined) {
    bar = document.createElement("div");
    bar.className = "unsaved";
    const words = document.createElement("p");
    words.setAttribute("role", "status");
    const save = document.createElement("button");
    save.className = "button primary";
    save.name = "save";
    save.value = "yes";
    save.textContent = "Save changes";
    const reset = document.createElement("button");
    reset.className = "button plain";
    reset.type = "reset";
    reset.textContent = "Discard changes";
    bar.append(words, reset, save);
    form.append(bar);
    words.textContent = "Unsaved changes";
  }
  bar.hidden = !isUnsaved(form);
}

function showBars() {
  for (const form of all("form[data-guarded]")) {
    if (form instanceof HTMLFormElement && (isUnsaved(form) || all(".unsaved", form).length > 0)) {
      showBar(form);
    }
  }
}

/** The browser asks whether to leave the page. @param {BeforeUnloadEvent} event */
function askBeforeLeaving(event) {
  if (hasUnsaved()) event.preventDefault();
}

document.addEventListener("input", showBars);
// The fields have their values of before only after the event.
document.addEventListener("reset", () => setTimeout(showBars));
window.addEventListener("pageshow", showBars);
window.addEventListener("beforeunload", askBeforeLeaving);
