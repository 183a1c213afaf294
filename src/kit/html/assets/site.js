// Adds keyboard shortcuts, copy buttons, upload progress and refreshing. Pages work without it.

/**
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
function all(selector, within = document.body) {
  return [...within.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement);
}

/** @param {HTMLElement} button */
function showCopied(button) {
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = before;
  }, 1_500);
}

/** Shows the copy buttons, which are hidden if the browser cannot copy. */
function showCopyButtons(within = document.body) {
  if (navigator.clipboard === undefined) return;
  for (const button of all("[data-copy]", within)) button.hidden = false;
}

/** @param {MouseEvent} event */
async function copyOnClick(event) {
  const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  if (!(button instanceof HTMLElement)) return;
  const code = button.closest(".copyable, figure")?.querySelector("code");
  await navigator.clipboard.writeText(code?.textContent ?? "");
  showCopied(button);
}

/** Prevents a second submission of a form. @param {SubmitEvent} event */
function sendOnce(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !("once" in form.dataset)) return;
  if (form.dataset["once"] === "sent") event.preventDefault();
  form.dataset["once"] = "sent";
}

/** Shows the progress of an upload below its form. @param {HTMLFormElement} form */
function showSending(form) {
  const box = document.createElement("div");
  box.className = "progress";
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.setAttribute("aria-label", "Upload progress");
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  box.append(bar, words);
  form.append(box);
  /** @param {number} sent @param {number} total */
  return (sent, total) => {
    bar.value = sent / total;
    const whole = sent >= total ? "; reading the file" : "";
    words.textContent = `${Math.floor((100 * sent) / total)} % uploaded${whole}`;
  };
}

/**
 * Says below a form why its file was not uploaded. The form can be sent again.
 * @param {HTMLFormElement} form
 * @param {(string | Node)[]} words
 */
function stopSending(form, words) {
  for (const box of all(".progress, .unsent", form)) box.remove();
  form.dataset["once"] = "";
  const box = document.createElement("div");
  box.className = "flaw unsent";
  box.setAttribute("role", "alert");
  box.append(...words);
  form.append(box);
}

/** Uploads a file and shows the progress. @param {SubmitEvent} event */
function sendFile(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !("progress" in form.dataset)) return;
  if (event.defaultPrevented) return;
  event.preventDefault();
  const request = new XMLHttpRequest();
  for (const box of all(".unsent", form)) box.remove();
  const show = showSending(form);
  request.upload.addEventListener("progress", ({ loaded, total }) => show(loaded, total));
  request.addEventListener("load", () => {
    if (request.status < 400 && request.responseURL !== form.action) {
      location.assign(request.responseURL);
      return;
    }
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    const [signedOut] = all("[data-signed-out]", page.body);
    if (signedOut !== undefined) {
      stopSending(form, ["You were signed out. ", ...signedOut.childNodes]);
      return;
    }
    const [next] = all("#main", page.body);
    const [main] = all("#main");
    if (next === undefined || main === undefined) return;
    main.replaceChildren(...next.childNodes);
    for (const faults of all("[data-faults]", main)) faults.focus();
  });
  request.addEventListener("error", () => {
    stopSending(form, [
      "The connection was lost before the upload finished. Upload the file again.",
    ]);
  });
  request.open("POST", form.action);
  request.setRequestHeader("accept", "text/html");
  request.send(new FormData(form));
}

/** A page restored from the browser's cache may submit its forms again. */
function forgetSent() {
  for (const form of all("form[data-once]")) form.dataset["once"] = "";
}

/** @param {EventTarget | null} target */
function takesText(target) {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}

const keys = [
  ["Ctrl K", "Search, also while typing"],
  ["/", "Search"],
  ["?", "Show keyboard shortcuts"],
  ["Esc", "Close menu"],
];

/** Opens the list of keyboard shortcuts, created on first use. */
function showKeys() {
  /** @type {HTMLDialogElement | null} */
  let dialog = document.querySelector("dialog#keys");
  if (dialog === null) {
    dialog = document.createElement("dialog");
    dialog.id = "keys";
    dialog.setAttribute("aria-label", "Keyboard shortcuts");
    const list = document.createElement("dl");
    list.className = "definitions";
    for (const [key = "", what = ""] of keys) {
      const row = document.createElement("div");
      const [term, meaning] = [document.createElement("dt"), document.createElement("dd")];
      const cap = document.createElement("kbd");
      cap.textContent = key;
      term.append(cap);
      meaning.textContent = what;
      row.append(term, meaning);
      list.append(row);
    }
    const form = document.createElement("form");
    form.method = "dialog";
    const close = document.createElement("button");
    close.className = "button plain";
    close.textContent = "Close";
    form.append(close);
    dialog.append(list, form);
    document.body.append(dialog);
  }
  dialog.showModal();
}

/** @param {HTMLElement} menu */
function closeMenu(menu) {
  menu.removeAttribute("open");
  menu.querySelector("summary")?.focus();
}

/** @param {KeyboardEvent} event */
function actOnKey(event) {
  if (event.key === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    openSearch();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    for (const menu of all("[data-menu][open]")) closeMenu(menu);
  }
  if (takesText(event.target)) return;
  if (event.key === "/") {
    event.preventDefault();
    openSearch();
  }
  if (event.key === "?") showKeys();
}

/** Closes menus on a click outside. @param {MouseEvent} event */
function closeMenus(event) {
  for (const menu of all("[data-menu][open]")) {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute("open");
  }
}

/** What a server or a proxy answers while it is overloaded or restarts. */
const temporary = [429, 502, 503, 504];

/** Replaces the main part, unless someone is typing in it. @param {HTMLElement} main */
async function refresh(main) {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (temporary.includes(answer.status)) throw new Error("The server cannot answer now.");
  if (!answer.ok || answer.redirected) {
    location.reload();
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [next] = all("#main", page.body);
  if (next === undefined) return;
  const typing = takesText(document.activeElement) && main.contains(document.activeElement);
  const writing = typing || hasUnsaved(main);
  if (!writing) main.replaceChildren(...next.childNodes);
  showCopyButtons(main);
  const again = next.dataset["refresh"];
  if (again === undefined && writing) return;
  refreshLater(main, again);
}

/**
 * @param {HTMLElement} main
 * @param {string | undefined} seconds
 */
function refreshLater(main, seconds) {
  if (seconds === undefined) return;
  const again = () => {
    // The server or the network may be back next time.
    refresh(main).catch(() => refreshLater(main, seconds));
  };
  setTimeout(again, Number(seconds) * 1_000);
}

/** Filters and charts count the days of the browser's zone. */
function storeZone() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https.
  document.cookie = `zone=${timeZone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

// English, as the pages are; in the order and with the hours of the reader.
const locale = navigator.language.startsWith("en-") ? navigator.language : "en-GB";

/** @param {Intl.DateTimeFormatOptions} [more] */
function formatOf(more) {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", ...more });
}

const formats = {
  calendar: formatOf({ timeZone: "UTC" }),
  day: formatOf(),
  minute: formatOf({ timeStyle: "short" }),
  second: formatOf({ timeStyle: "medium" }),
  exact: formatOf({ timeStyle: "long" }),
};

const minuteMs = 60_000;

/** "3 h ago" within a week, otherwise the day. @param {Date} moment */
function formatAge(moment) {
  const minutes = Math.floor((Date.now() - moment.getTime()) / minuteMs);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (minutes < -1 || days >= 7) return formats.day.format(moment);
  if (minutes < 1) return "just now";
  if (hours < 1) return `${minutes} min ago`;
  if (days < 1) return `${hours} h ago`;
  return days === 1 ? "1 day ago" : `${days} days ago`;
}

/** @param {Element} time */
function showTime(time) {
  const text = time.getAttribute("datetime") ?? "";
  const moment = new Date(text);
  const shown = time.getAttribute("data-shown");
  time.setAttribute("data-shown", "done");
  if (shown === null) {
    time.textContent = formats.calendar.format(moment);
    return;
  }
  time.setAttribute("title", formats.exact.format(moment));
  if (shown === "age") time.textContent = formatAge(moment);
  if (shown === "day" || shown === "minute" || shown === "second") {
    time.textContent = formats[shown].format(moment);
  }
}

/** Times are sent in UTC. */
function showTimes() {
  for (const time of all('time:not([data-shown="done"])')) showTime(time);
}

showTimes();
new MutationObserver(showTimes).observe(document.body, { childList: true, subtree: true });
storeZone();
showCopyButtons();
document.addEventListener("click", copyOnClick);
document.addEventListener("click", closeMenus);
document.addEventListener("submit", sendOnce);
document.addEventListener("submit", sendFile);
document.addEventListener("keydown", actOnKey);
window.addEventListener("pageshow", forgetSent);
for (const main of all("#main")) refreshLater(main, main.dataset["refresh"]);
