// The points of a chart are one stop of the Tab key; arrow keys move between them.

/** @param {string} key @param {number} place @param {number} count */
function placeAfter(key, place, count) {
  if (key === "ArrowLeft") return Math.max(0, place - 1);
  if (key === "ArrowRight") return Math.min(count - 1, place + 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

/** @param {KeyboardEvent} event */
function movePoint(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const list = event.target instanceof Element ? event.target.closest("[data-points]") : null;
  if (!(list instanceof HTMLElement)) return;
  const points = all("a", list);
  const now = points.findIndex((point) => point === event.target);
  const point = points[placeAfter(event.key, now, points.length) ?? -1];
  if (point === undefined) return;
  event.preventDefault();
  for (const other of points) other.tabIndex = other === point ? 0 : -1;
  point.focus();
}

document.addEventListener("keydown", movePoint);
