"use strict";
// Files that are dropped anywhere on the page, and the progress of a build.

const drop = document.getElementById("drop");
if (drop) {
  const file = drop.querySelector("input[type=file]");
  const mark = (on) => document.body.classList.toggle("over-it", on);
  addEventListener("dragover", (event) => { event.preventDefault(); mark(true); });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(false); });
  addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    if (!event.dataTransfer.files.length) return;
    file.files = event.dataTransfer.files;
    drop.requestSubmit();
  });
}

const progress = document.getElementById("progress");
if (progress) {
  const look = async () => {
    try {
      const state = await (await fetch("/state")).json();
      if (!state.runs) return location.reload();
      progress.textContent = state.lines.at(-1) ?? "";
    } catch { progress.textContent = ""; }
    setTimeout(look, 500);
  };
  setTimeout(look, 500);
}
