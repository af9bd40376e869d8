// Find players and evenings among those that search-index.js names: all words that are typed, anywhere in any order.
"use strict";

{
  const most = 12;
  // Letters that are no letter with a mark, as people type them who have none such on their keys.
  const alike = { ı: "i", ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe" };
  const plain = (text) =>
    text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[ıłøđðþßæœ]/g, (letter) => alike[letter]);
  // The pages are named as seen from the folder of the index, which may lie above that of this page.
  const index = document.querySelector('script[src$="search-index.js"]')?.src;
  const places = (globalThis.barometerPlaces ?? []).map(([text, page]) => ({ text, page, plain: plain(text) }));

  const found = (words) => places.filter((place) => words.every((word) => place.plain.includes(word))).slice(0, most);

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
      const words = plain(field.value).split(/\s+/).filter(Boolean);
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
}
