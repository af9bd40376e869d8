"use strict";
// Files that are dropped anywhere on the page, the progress of a build, and a page that stays where it is.

const drop = document.getElementById("drop"), dialog = document.getElementById("dropped");
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
    if (dialog && !drop.checkValidity()) dialog.showModal();
    else drop.requestSubmit();
  });
}

// A page on which something is typed stays as it is.
const isTyped = () => [...document.querySelectorAll("main input:not([type=hidden])")].some((input) => input.value !== input.defaultValue);

const progress = document.getElementById("progress");
if (progress) {
  const look = async () => {
    try {
      const state = await (await fetch("/state")).json();
      if (!state.runs && !isTyped()) return location.reload();
      progress.textContent = state.lines.at(-1) ?? "";
    } catch { progress.textContent = ""; }
    setTimeout(look, 500);
  };
  setTimeout(look, 500);
}

// On the inbox, files that come into the folder by themselves are built too.
if (drop && !dialog && !progress) {
  const watch = async () => {
    try {
      await fetch("/watch", { method: "POST", redirect: "manual" });
      const state = await (await fetch("/state")).json();
      if (state.runs && !isTyped()) return location.reload();
    } catch { /* The desk is closed; it may be opened again. */ }
    setTimeout(watch, 3000);
  };
  setTimeout(watch, 500);
}

// On the screen of tonight, a button changes the page in place: nothing jumps, and focus and typed names stay.
addEventListener("submit", async (event) => {
  const form = event.target, button = event.submitter;
  const action = form.getAttribute("action") ?? "";
  if (!action.startsWith("/tonight/")) return;
  event.preventDefault();
  const again = (name) => `form[action="${action}"] [name="${name}"]`;
  const last = button?.name ? `${again(button.name)}[value="${CSS.escape(button.value)}"]` : again("one");
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, button)) });
    if (!answer.ok) throw answer;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const typed of document.querySelectorAll("main input[list]")) {
      if (typed.form !== form) page.querySelector(`input[name="${typed.name}"]`)?.setAttribute("value", typed.value);
    }
    for (const part of ["header", "main"]) document.querySelector(part).replaceWith(page.querySelector(part));
    document.querySelector(last)?.focus({ preventScroll: true });
    if (document.querySelector(".said p")) scrollTo(0, 0);
  } catch { location.reload(); }
});
