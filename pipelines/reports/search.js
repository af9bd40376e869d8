// In long tables, show only some rows. And find players and evenings among those that search-index.js names: all words that are typed, anywhere in any order.
// First come those that begin so, then those of which these are whole words, best one behind another: so "2 sept" and
// "2-9-2025" are no other day of that year.
"use strict";

{
  const most = 12;
  // Letters that are no letter with a mark, as people type them who have none such on their keys.
  const alike = { ı: "i", ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe" };
  const plain = (text) =>
    text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[ıłøđðþßæœ]/g, (letter) => alike[letter]);
  // The pages are named as seen from the folder of the index, which may lie above that of this page.
  const index = document.querySelector('script[src$="search-index.js"]')?.src;
  const wordsOf = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const places = (globalThis.barometerPlaces ?? []).map(([text, page, more = ""]) => {
    const words = wordsOf(`${text} ${more}`);
    return { text, page, all: words.join(" "), whole: new Set(words) };
  });

  const found = (words) => {
    const typed = words.join(" ");
    const far = ({ all, whole }) => {
      if (all.startsWith(typed)) return 0;
      if (` ${all} `.includes(` ${typed} `)) return 1;
      return words.every((word) => whole.has(word)) ? 2 : 3;
    };
    const hits = places.filter((place) => words.every((word) => place.all.includes(word)));
    return hits.sort((one, other) => far(one) - far(other)).slice(0, most);
  };

  for (const box of places.length ? document.querySelectorAll(".search") : []) {
    const label = document.createElement("label");
    const field = document.createElement("input");
    const list = document.createElement("ul");
    const none = document.createElement("p");
    field.type = "search";
    field.autocomplete = "off";
    label.append(box.dataset.label, field);
    none.setAttribute("role", "status");
    box.append(label, list, none);
    field.addEventListener("input", () => {
      const words = wordsOf(field.value);
      const hits = words.length ? found(words) : [];
      list.replaceChildren(
        ...hits.map(({ text, page }) => {
          const item = document.createElement("li");
          const link = document.createElement("a");
          const name = document.createElement("bdi");
          link.href = new URL(page, index);
          name.textContent = text;
          link.append(name);
          item.append(link);
          return item;
        }),
      );
      none.textContent = words.length && !hits.length ? box.dataset.none : "";
    });
  }

  /** Above a long table: a box that leaves only rows with all words that are typed, and a button for each line. */
  const filtered = (table, { filter, line, rows: counted }) => {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => !row.classList.contains("divider"));
    if (rows.length <= 20) return;
    const place = document.createElement("div");
    const label = document.createElement("label");
    const field = document.createElement("input");
    const status = document.createElement("span");
    const texts = rows.map((row) => wordsOf(row.textContent).join(" "));
    place.className = "filter";
    field.type = "search";
    field.autocomplete = "off";
    status.setAttribute("role", "status");
    label.append(filter, field);
    place.append(label);
    const linesOf = (row) => (row.dataset.line ?? "").split(" ");
    let chosen = "";
    const show = () => {
      const words = wordsOf(field.value);
      rows.forEach((row, at) => {
        const isOfLine = !chosen || linesOf(row).includes(chosen);
        row.hidden = !isOfLine || !words.every((word) => texts[at].includes(word));
      });
      const shown = rows.filter((row) => !row.hidden).length;
      status.textContent = shown < rows.length ? counted.replace("{shown}", shown).replace("{all}", rows.length) : "";
    };
    const all = [...new Set(rows.flatMap(linesOf))].filter(Boolean).sort();
    // A line to which every row belongs leaves nothing out.
    const lines = all.length > 1 ? all.filter((one) => !rows.every((row) => linesOf(row).includes(one))) : [];
    for (const one of lines) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = line.replace("{line}", one);
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => {
        chosen = chosen === one ? "" : one;
        for (const other of place.querySelectorAll("button")) other.setAttribute("aria-pressed", String(chosen !== "" && other === button));
        show();
      });
      place.append(button);
    }
    place.append(status);
    field.addEventListener("input", show);
    table.before(place);
  };

  const words = document.querySelector(".search[data-filter]")?.dataset;
  for (const table of words ? document.querySelectorAll("main :not(.wide) > table.sortable") : []) filtered(table, words);
}
