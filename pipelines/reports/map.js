// Say in words what a cell of a map of meetings says: of the cell under a finger or a mouse, or chosen by the arrow keys.
"use strict";

for (const map of document.querySelectorAll(".map")) {
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const rows = [...map.querySelector("tbody").rows].map((row) => [...row.cells].slice(1));
  const said = map.nextElementSibling;
  const { names: listed, score: apart, met: together, none, hint } = said.dataset;
  const whole = [...document.querySelectorAll(".who li")].map((item) => `${item.value} ${item.textContent.trim()}`);
  const names = listed ? listed.split("\n") : whole;

  // Names of any direction stand apart from the words around them.
  const name = (place) => `\u2068${names[place]}\u2069`;
  const inWords = (row, column) => {
    if (row === column) return name(row);
    const cell = rows[row][column];
    if (!apart) return `${name(row)}, ${name(column)}: ${cell.title || rows[column][row].title || none}`;
    const gaps = { one: name(row), other: name(column), score: cell.textContent };
    return (cell.matches("[class^=m]") ? together : apart).replace(/\{(one|other|score)\}/g, (_, gap) => gaps[gap]);
  };

  let chosen = null;
  const choose = (row, column) => {
    if (chosen) rows[chosen[0]][chosen[1]].classList.remove("chosen");
    chosen = [row, column];
    rows[row][column].classList.add("chosen");
    said.textContent = inWords(row, column);
  };

  said.textContent = hint;
  said.setAttribute("role", "status");
  said.hidden = false;
  for (const kind of ["click", "pointermove"])
    map.addEventListener(kind, (event) => {
      if (kind === "pointermove" && event.pointerType !== "mouse") return;
      const cell = event.target.closest("td");
      const row = rows.findIndex((cells) => cells.includes(cell));
      if (row >= 0) choose(row, rows[row].indexOf(cell));
    });
  map.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const within = (place) => Math.max(0, Math.min(rows.length - 1, place));
    if (chosen) choose(within(chosen[0] + step[0]), within(chosen[1] + step[1]));
    else choose(0, 1);
    rows[chosen[0]][chosen[1]].scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}
