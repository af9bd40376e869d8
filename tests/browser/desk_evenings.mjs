// A director's evenings at the desk: {chromium, width, height, address, files, club, competition, guest, absent, comes, name, target, upTo, byKeyboard} -> per evening its clicks, keys, seconds and what was seen.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { asked, opened, started } from "./chromium.mjs";

const { chromium, width, height, address, files, club, competition, guest, absent, comes, name, target, upTo = 5, byKeyboard } = asked();
const browser = await started(chromium);
const errors = [];

/** A page in a browser that has never been here. */
const fresh = async () => {
  const page = await opened(browser, { viewport: { width, height } });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  return page;
};

let page = await fresh();
const counted = { clicks: 0, keys: 0 };

const click = async (what) => {
  counted.clicks += 1;
  await what.click();
};
/** A click that leads to another page. */
const follow = async (what) => {
  const loaded = page.waitForEvent("load");
  await click(what);
  await loaded;
};
const button = (name) => page.getByRole("button", { name });
const write = async (label, words) => {
  const field = page.getByLabel(label, { exact: true });
  await click(field);
  counted.keys += words.length;
  await field.fill(words);
};
/** Drop files anywhere on the page: a click for each, since a hand takes each. Returns the seconds until the next page is there. */
const drop = async (...which) => {
  counted.clicks += which.length;
  const dropped = which.map((one) => ({ name: basename(files[one]), text: readFileSync(files[one], "utf8") }));
  const loaded = page.waitForEvent("load");
  const begun = performance.now();
  await page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of dropped) dataTransfer.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, dropped);
  await loaded;
  return (performance.now() - begun) / 1000;
};
const made = () => page.waitForFunction(() => document.readyState === "complete" && !document.getElementById("runs"), null, { polling: 50 });
const text = (where) => page.locator(where).allInnerTexts();
/** What a link that opens a tab of its own shows. */
const shown = async (link, press) => {
  const popup = page.waitForEvent("popup");
  await press(link);
  const tab = await popup;
  await tab.waitForLoadState();
  const seen = await tab.locator("body").innerText();
  await tab.close();
  return seen;
};
const pages = () => page.getByRole("link", { name: "The pages" });

const came = {};
const first = async () => {
  const begun = performance.now();
  await page.goto(address);
  came.page = (performance.now() - begun) / 1000;
  await write("Club", club);
  await write(/^Competition/, competition);
  came.first = await drop("first");
  const said = await text(".said p");
  await made();
  return { said, news: await text("#news p"), site: await shown(pages(), click) };
};

const second = async () => {
  came.second = await drop("second", "foreign");
  const said = await text(".said p");
  const waiting = await text("#waiting article");
  await follow(button("Do not add it"));
  await made();
  const questions = await text("#questions article .words");
  await follow(button(`One person: ${name}`));
  await made();
  return { said, waiting, questions, after: await text("#questions article"), news: await text("#news p") };
};

const correction = async () => {
  const replaced = async () => {
    came.corrected = await drop("corrected");
    const waiting = await text("#waiting article");
    await follow(button("Yes, it replaces the earlier one"));
    await made();
    return waiting;
  };
  const waiting = await replaced();
  await follow(button("Take back").first());
  const back = await text(".said p");
  await made();
  await replaced();
  return { waiting, back };
};

const tonight = async () => {
  await follow(page.getByRole("link", { name: "Tonight", exact: true }));
  const pressed = (name, isHere) => page.getByRole("button", { name, pressed: isHere }).waitFor();
  await click(button("All who played last time"));
  for (const pair of absent) {
    await pressed(pair, true);
    await click(button(pair));
    await pressed(pair, false);
  }
  await write("Player", guest);
  await write("Partner", comes);
  await click(page.locator("#who").getByRole("button", { name: "Add" }));
  await click(button(`${guest} is a guest`));
  await pressed(new RegExp(guest), true);
  const here = await text("#who h2");
  await write("How many", "3");
  await click(button("Make the lines"));
  await page.locator("#seats table").nth(2).waitFor();
  const lines = await text("#lines caption");
  const printed = await shown(page.getByRole("link", { name: "Cards with names" }), click);
  return { here, lines, movements: await text("#movement .of-line > p"), printed };
};

const publication = async () => {
  await follow(page.getByRole("link", { name: "Publish", exact: true }));
  const preview = await text("main");
  await write(/^The folder or server/, target);
  await follow(button("Publish"));
  return { preview, said: await text(".said p") };
};

/** A file is dropped on the screen that is open, which is not the inbox; the browser closed while the pages are made, and another opens the desk by its address. */
const closed = async () => {
  await drop("third");
  const ran = await page.locator("#runs").count();
  await page.context().close();
  page = await fresh();
  await page.goto(address);
  const runs = await page.locator("#runs").count();
  await made();
  return { ran, runs, news: await text("#news p"), entries: await text("#written li") };
};

/** The first evening without a mouse: what has the focus, and how it is marked, on the way. */
const withoutMouse = async () => {
  const marked = [];
  const press = async (key) => {
    counted.keys += 1;
    await page.keyboard.press(key);
  };
  const to = async (what) => {
    for (let step = 0; step < 40; step += 1) {
      await press("Tab");
      const { outlineStyle, outlineWidth } = await page.locator(":focus").evaluate((element) => getComputedStyle(element));
      marked.push({ tag: await page.locator(":focus").evaluate(({ outerHTML }) => outerHTML.slice(0, 80)), outline: outlineStyle === "none" ? 0 : parseFloat(outlineWidth) });
      if (await what.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`no way by Tab to ${what}`);
  };
  const type = async (label, words) => {
    await to(page.getByLabel(label));
    counted.keys += words.length;
    await page.keyboard.type(words);
  };
  await page.goto(address);
  await type("Club", club);
  await type(/^Competition/, competition);
  await to(page.locator("input[type=file]"));
  const choosing = page.waitForEvent("filechooser");
  await press("Space");
  await (await choosing).setFiles(files.first);
  await to(button("Add"));
  const loaded = page.waitForEvent("load");
  await press("Enter");
  await loaded;
  await made();
  await to(pages());
  return { marked, news: await text("#news p"), site: await shown(null, () => press("Enter")) };
};

const EVENINGS = byKeyboard ? { withoutMouse } : { first, second, correction, tonight, publication, closed };
const met = {};
for (const [name, evening] of Object.entries(EVENINGS).slice(0, upTo)) {
  Object.assign(counted, { clicks: 0, keys: 0 });
  const begun = performance.now();
  const seen = await evening().catch(async (wrong) => {
    throw new Error(`${name}: ${wrong.message}\n${await page.locator("body").innerText()}`);
  });
  met[name] = { seen, ...counted, seconds: (performance.now() - begun) / 1000 };
}
await browser.close();
console.log(JSON.stringify({ met, came, errors }));
