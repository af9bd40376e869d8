// An old address of a board or a scorecard leads on to its page.
"use strict";

const place = location.hash.slice(1);
const [, board, row] = /^(?:board-)?(\d+)(?:-(.+))?$/.exec(place) ?? [];
const entry = document.getElementById(board ? `board-${board}` : place);
if (entry?.matches(".entries li")) {
  const of = place.startsWith("board-") ? place : row;
  location.replace(entry.querySelector("a").href + (row ? `#${of}` : ""));
}
