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

// What the desk does now; null, and a notice on the page, if it does not answer. A page that is left gives up one request.
let missed = 0;
const state = async () => {
  const answer = await fetch("/state").catch(() => null);
  missed = answer?.ok ? 0 : missed + 1;
  document.getElementById("closed").hidden = missed < 2;
  document.getElementById("runs")?.toggleAttribute("hidden", missed > 1);
  return answer?.ok ? answer.json() : null;
};
const isTyped = () => [...document.querySelectorAll("main :is(input:not([type=hidden]), textarea, select)")].some((one) => one.options
  ? one.selectedIndex !== Math.max(0, [...one.options].findIndex((option) => option.defaultSelected))
  : one.value !== one.defaultValue || one.checked !== one.defaultChecked);

const progress = document.getElementById("progress");
if (progress) {
  const look = async () => {
    const now = await state();
    if (now && !now.runs && !isTyped()) return location.reload();
    progress.textContent = now?.runs === false ? progress.dataset.ended : now?.progress ?? "";
    progress.previousElementSibling.hidden = now?.runs === false;
    setTimeout(look, 500);
  };
  setTimeout(look, 500);
} else {
  const watch = async () => {
    // On the inbox, files that come into the folder by themselves are built too.
    if (drop && !dialog) await fetch("/watch", { method: "POST", redirect: "manual" }).catch(() => null);
    if ((await state())?.runs && drop && !dialog && !isTyped()) return location.reload();
    setTimeout(watch, 3000);
  };
  setTimeout(watch, 500);
}

// Who writes where the pages go has chosen that place.
for (const field of document.querySelectorAll(".where input:not([type=radio])")) field.addEventListener("input", () => { field.form.elements.where.value = field.name; });

// A list that is chosen from is shown at once.
for (const list of document.querySelectorAll("select.at-once")) list.addEventListener("change", () => list.form.requestSubmit());

// On the screen of tonight, a button changes the page in place: nothing jumps, and focus and typed names stay. Elsewhere, a
// second click on a button does nothing while the first is on its way.
const sent = new WeakSet();
addEventListener("submit", async (event) => {
  const form = event.target, button = event.submitter;
  const action = form.getAttribute("action") ?? "";
  if (!action.startsWith("/tonight/")) {
    if (form.method === "post" && sent.has(form)) event.preventDefault();
    sent.add(form);
    setTimeout(() => sent.delete(form), 2000);
    return;
  }
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
