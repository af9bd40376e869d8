// An old address of a board or a scorecard leads on to its page; the link to a board is shared where a browser can do that.
"use strict";

const place = location.hash.slice(1);
const [, board, row] = /^(?:board-)?(\d+)(?:-(.+))?$/.exec(place) ?? [];
const entry = document.getElementById(board ? `board-${board}` : place);
if (entry?.matches(".entries li")) {
  const of = place.startsWith("board-") ? place : row;
  location.replace(entry.querySelector("a").href + (row ? `#${of}` : ""));
}

for (const link of navigator.share ? document.querySelectorAll(".share") : []) {
  link.hidden = false;
  link.href = ""; // this page, whatever row is marked
  link.addEventListener("click", (event) => {
    event.preventDefault();
    navigator.share({ title: document.title, url: link.href }).catch(() => {});
  });
}
