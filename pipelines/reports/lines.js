// In the chart of all rankings, colour and name the line that is tapped, or chosen by the arrow keys.
"use strict";

for (const figure of document.querySelectorAll(".of-all")) {
  const reach = 24; // CSS pixels around a finger
  const drawing = figure.querySelector("svg");
  const said = figure.querySelector("[data-hint]");
  const links = [...figure.querySelectorAll("li a")];
  const lines = links.map(({ hash }) => document.getElementById(hash.slice(1))); // the first of the ranking first

  /** The corners of a line, in units of the drawing. */
  const corners = lines.map((line) => {
    const [x, y, ...steps] = line.querySelector("path").getAttribute("d").match(/-?\d+/g).map(Number);
    const found = [[x, y]];
    for (let at = 0; at < steps.length; at += 2) found.push([found.at(-1)[0] + steps[at], found.at(-1)[1] + steps[at + 1]]);
    return found;
  });

  const toStroke = (x, y, [left, top], [right, bottom]) => {
    const [across, down] = [right - left, bottom - top];
    const along = ((x - left) * across + (y - top) * down) / (across ** 2 + down ** 2 || 1);
    const within = Math.max(0, Math.min(1, along));
    return Math.hypot(x - left - within * across, y - top - within * down);
  };
  const toLine = (x, y, spots) => Math.min(...spots.slice(1).map((spot, at) => toStroke(x, y, spots[at], spot)));

  /** The rows of the ranking of those who share a line. */
  const rowsOf = (line) => line.dataset.p.split(" ").map((page) => document.querySelector(`#ranking a[href="players/${page}.html"]`)?.closest("tr")).filter(Boolean);

  let chosen = -1;
  /** Colour a line and name its people; the line already chosen, or none, takes the colour back. */
  const choose = (place) => {
    chosen = place === chosen ? -1 : place;
    lines.forEach((line, at) => line.classList.toggle("chosen", at === chosen));
    said.textContent = chosen < 0 ? said.dataset.hint : "";
    if (chosen < 0) return;
    drawing.append(lines[chosen]);
    const rows = rowsOf(lines[chosen]);
    rows.forEach((row, at) => said.append(at ? " & " : "", row.querySelector("th a").cloneNode(true)));
    if (rows.length) said.append(` · ${rows[0].cells[0].textContent} · ${rows[0].querySelector(".strong").firstChild.textContent.trim()}`);
  };

  figure.classList.add("live");
  said.textContent = said.dataset.hint;
  said.setAttribute("role", "status");
  said.hidden = false;
  /** The line that the address names, unless it is chosen already. */
  const follow = () => {
    const asked = links.findIndex(({ hash }) => hash === location.hash);
    if (asked >= 0 && asked !== chosen) choose(asked);
  };
  follow();
  addEventListener("hashchange", follow);
  links.forEach((link, place) => link.addEventListener("click", () => place !== chosen && choose(place)));
  drawing.addEventListener("click", ({ target, clientX, clientY }) => {
    const named = lines.indexOf(target.closest("text")?.parentNode);
    if (named >= 0) return choose(named);
    const matrix = drawing.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const far = corners.map((spots) => matrix.a * toLine(x, y, spots));
    const nearest = far.indexOf(Math.min(...far));
    if (far[nearest] <= reach) choose(nearest);
  });
  figure.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen >= 0) choose(chosen);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.target !== figure || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = chosen < 0 ? 0 : Math.max(0, Math.min(lines.length - 1, chosen + step));
    if (next !== chosen) choose(next);
  });
}
