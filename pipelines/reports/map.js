// Say in words what a cell of a map of meetings says: of the cell under a finger or a mouse, or chosen by the arrow keys.
"use strict";

for (const map of document.querySelectorAll(".map")) {
  const cell = 20;
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const drawing = map.querySelector("svg");
  const said = map.nextElementSibling;
  const { names: listed, scores: above, score: apart, met: together, hint } = said.dataset;
  const whole = [...document.querySelectorAll(".who li")].map((item) => `${item.value} ${item.textContent.trim()}`);
  const names = listed ? listed.split("\n") : whole;
  const last = names.length - 1;

  // Of a session the scores stand above the diagonal, row by row, with a `*` where two met; of a season each cell has its words.
  const scores = new Map();
  const rest = above ? above.split(" ") : [];
  names.forEach((_, row) => names.slice(row + 1).forEach((_, more) => scores.set(`${row} ${row + 1 + more}`, rest.shift())));
  const words = new Map();
  for (const row of drawing.querySelectorAll(".told"))
    for (const place of row.children)
      words.set(`${row.transform.baseVal.getItem(0).matrix.f / cell} ${place.x.baseVal.value / cell}`, place.textContent);

  // Names of any direction stand apart from the words around them.
  const name = (place) => `\u2068${names[place]}\u2069`;
  const inWords = (row, column) => {
    if (row === column) return name(row);
    const pair = `${Math.min(row, column)} ${Math.max(row, column)}`;
    const score = scores.get(pair);
    if (!score) return `${name(row)}, ${name(column)}: ${words.get(pair) ?? said.dataset.none}`;
    const gaps = { one: name(row), other: name(column), score: score.replace("*", "") };
    return (score.endsWith("*") ? together : apart).replace(/\{(one|other|score)\}/g, (_, gap) => gaps[gap]);
  };

  const frame = document.createElementNS(drawing.namespaceURI, "rect");
  frame.setAttribute("class", "chosen");
  frame.setAttribute("width", cell);
  frame.setAttribute("height", cell);
  let chosen = null;
  const choose = (row, column) => {
    chosen = [row, column];
    frame.setAttribute("x", cell * column);
    frame.setAttribute("y", cell * row);
    drawing.append(frame);
    said.textContent = inWords(row, column);
  };

  said.textContent = hint;
  said.setAttribute("role", "status");
  said.hidden = false;
  for (const kind of ["click", "pointermove"])
    drawing.addEventListener(kind, (event) => {
      if (kind === "pointermove" && event.pointerType !== "mouse") return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
      const [row, column] = [Math.floor(y / cell), Math.floor(x / cell)];
      if (Math.min(row, column) >= 0 && Math.max(row, column) <= last) choose(row, column);
    });
  map.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const within = (place) => Math.max(0, Math.min(last, place));
    if (chosen) choose(within(chosen[0] + step[0]), within(chosen[1] + step[1]));
    else choose(0, 1);
    frame.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}
