// Sort a table by the column whose heading is pressed; each part of a table (tbody) keeps its place.
"use strict";

const valueOf = (row, column, ofNumbers) => {
  const cell = row.cells[column];
  if (!cell) return "";
  const time = cell.querySelector("time");
  if (time) return time.dateTime;
  const text = cell.textContent.trim();
  if (text === "" || text === "–") return "";
  // In a column of numbers a unit or the `=` of a shared place may stand behind: `61.25 %`, `3=`; some write `61,25`.
  // Places gained and lost have arrows: `↑2`, `↓1`.
  const plain = text === "=" ? "0" : text.replace(/^↑/, "").replace(/^[−↓]/, "-").replace(",", ".");
  const number = ofNumbers ? parseFloat(plain) : NaN;
  return Number.isNaN(number) ? text : number;
};

const compare = (a, b) =>
  a === "" ? 1 : b === "" ? -1 : typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));

for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      // The best first: the highest number, but the first rank; pressed again, the other way round.
      const ofNumbers = heading.classList.contains("number");
      const best = column && ofNumbers ? "descending" : "ascending";
      const up = (heading.getAttribute("aria-sort") === best) !== (best === "ascending");
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", up ? "ascending" : "descending");
      for (const body of table.tBodies) {
        const rows = [...body.rows].filter((row) => !row.classList.contains("divider"));
        const keyed = rows.map((row) => [valueOf(row, column, ofNumbers), row]);
        keyed.sort(([a], [b]) => (a === "" || b === "" || up ? compare(a, b) : compare(b, a)));
        body.append(...keyed.map(([, row]) => row));
      }
    });
  });
}
