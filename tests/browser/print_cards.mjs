// Print pages with cards: {chromium, pages: [path], papers: {name: [width, height] in mm}, margin} -> for each page, by paper, what was found.
import { address, asked, opened, started } from "./chromium.mjs";

const { chromium, pages, papers, margin } = asked();
const browser = await started(chromium);
const PIXELS = 96 / 25.4;

/** What is wrong with everything that lies on paper of this size (px): runs in the page, which is as wide as the paper. */
const faults = ({ which, width, height }) => {
  const SLACK = 1;
  const OF_LETTERS = 0.2; // above and below what is drawn, a line box has this part of its height free
  const found = [];
  const range = document.createRange();
  const words = (part) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const boxes = [];
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!text.data.trim()) continue;
      range.selectNodeContents(text);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const free = OF_LETTERS * (bottom - top);
        if (right > left) boxes.push({ text: text.data.trim().slice(0, 30), left, right, top: top + free, bottom: bottom - free });
      }
    }
    return boxes;
  };
  const cross = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK;
  const leaves = (inner, outer) => inner.left < outer.left - SLACK || inner.right > outer.right + SLACK || inner.top < outer.top - SLACK || inner.bottom > outer.bottom + SLACK;
  const looked = (part, name) => {
    const frame = part.getBoundingClientRect();
    const boxes = words(part);
    if (!boxes.length) found.push(`${name}: empty`);
    for (const [place, box] of boxes.entries()) {
      if (leaves(box, frame)) found.push(`${name}: ${box.text} leaves it`);
      for (const other of boxes.slice(0, place)) if (cross(box, other)) found.push(`${name}: ${box.text} over ${other.text}`);
    }
    return frame;
  };
  for (const sheet of document.querySelectorAll(which)) {
    const cards = [...sheet.querySelectorAll(".guide")];
    const frames = cards.map((card) => looked(card, card.querySelector("caption").textContent));
    const frame = sheet.getBoundingClientRect();
    const name = sheet.className || sheet.id;
    if (frame.width > width + SLACK || (sheet.id !== "sheet" && frame.height > height + SLACK)) found.push(`${name}: ${Math.round(frame.width)} x ${Math.round(frame.height)} on ${Math.round(width)} x ${Math.round(height)}`);
    for (const [place, one] of frames.entries()) {
      if (leaves(one, frame)) found.push(`card ${place} leaves ${name}`);
      for (const other of frames.slice(0, place)) if (cross(one, other)) found.push(`card ${place} over another`);
    }
  }
  return found;
};

const printed = async (path, [wide, tall]) => {
  const page = await opened(browser, { viewport: { width: 800, height: 800 } });
  await page.goto(address(path));
  const file = await page.pdf({ width: `${wide}mm`, height: `${tall}mm`, preferCSSPageSize: false });
  await page.emulateMedia({ media: "print" });
  const [short, long] = [wide, tall].map((side) => (side - 2 * margin) * PIXELS);
  const found = [];
  for (const [which, width, height] of [
    [".cards:not(.lying) > .paper", short, long],
    [".lying > .paper, #sheet", long, short],
  ]) {
    await page.setViewportSize({ width: Math.floor(width), height: Math.floor(height) });
    found.push(...(await page.evaluate(faults, { which, width, height })));
  }
  const smallest = await page.evaluate(() => Math.min(...[...document.querySelectorAll(".paper tbody :is(th, td)")].map((cell) => parseFloat(getComputedStyle(cell).fontSize))));
  const sheets = await page.evaluate(() => document.querySelectorAll(".paper").length);
  await page.close();
  return { found, smallest: smallest * 0.75, sheets, pages: file.toString("latin1").match(/\/Type\s*\/Page\b/g).length };
};

const answers = [];
for (const path of pages) {
  const answer = {};
  for (const [name, size] of Object.entries(papers)) answer[name] = await printed(path, size);
  answers.push(answer);
}
await browser.close();
console.log(JSON.stringify(answers));
