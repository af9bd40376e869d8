// Use pages as people do: {chromium, width, height, first, season, standing, evening, full, joined, meetings, next, analysis, player, board, boards, card, cards, name} -> what they met.
import { address, asked, opened, started } from "./chromium.mjs";

const { chromium, width, height, first, season, standing, evening, full, joined, meetings, next, analysis, player, board, boards, card, cards, name } = asked();
const browser = await started(chromium);

/** How many sheets of A4 a page takes, without some of its parts. */
const sheets = async (path, without) => {
  const page = await opened(browser);
  await page.goto(address(path));
  await page.evaluate((without) => document.querySelectorAll(without).forEach((part) => part.remove()), without);
  const printed = await page.pdf({ preferCSSPageSize: true });
  await page.close();
  return printed.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
};

/** How tall the rows of the lists of an evening are, as different numbers of pixels. */
const heights = async (path) => {
  const page = await opened(browser, { viewport: { width: 1280, height } });
  await page.goto(address(path));
  const tall = await page.locator(".results:not(#rounds) tbody tr").evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
  await page.close();
  return [...new Set(tall)].sort((one, other) => one - other);
};

/** How large the letters of the printed rows of a page are, in points: the different sizes. */
const letters = async (path) => {
  const page = await opened(browser);
  await page.goto(address(path));
  await page.emulateMedia({ media: "print" });
  const sizes = await page.locator("tbody :is(td, th)").evaluateAll((cells) => cells.map((cell) => (parseFloat(getComputedStyle(cell).fontSize) * 72) / 96));
  await page.close();
  return [...new Set(sizes)];
};

/** What has the focus: how it looks, and where it is. */
const focused = (page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, left, width, height } = element.getBoundingClientRect();
    return { tag: element.localName, text: element.textContent.trim(), outline: outlineStyle === "none" ? 0 : parseFloat(outlineWidth), top, left, width, height };
  });

/** From the top by the keyboard alone: the link past the ways, then the search, and the player whom it finds. */
const byKeyboard = async () => {
  const page = await opened(browser, { viewport: { width: 1280, height } });
  await page.goto(address(season));
  await page.keyboard.press("Tab");
  const skip = await focused(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const isPast = await page.evaluate(() => Boolean(document.activeElement.closest("main")));
  await page.goto(address(season));
  const marked = [];
  do {
    await page.keyboard.press("Tab");
    marked.push(await focused(page));
  } while (marked.at(-1).tag !== "input" && marked.length < 12);
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  marked.push(await focused(page));
  await Promise.all([page.waitForURL(/players/), page.keyboard.press("Enter")]);
  const title = await page.locator("h1").textContent();
  await page.close();
  return { skip, isPast, marked, title };
};

/** What a finger meets: how far down a season and the first page the last evening and the ranking end, and from there the way to a scorecard. */
const byFinger = async () => {
  const page = await opened(browser, { viewport: { width, height }, hasTouch: true });
  const ends = {};
  for (const [name, path] of Object.entries({ season, first })) {
    await page.goto(address(path));
    ends[name] = await page.evaluate(() => [...document.querySelectorAll(".beside > section")].map((part) => part.getBoundingClientRect().bottom));
  }
  await Promise.all([page.waitForURL(/sessions/), page.locator(".last-evening h2 a").tap()]);
  await Promise.all([page.waitForURL(/card-/), page.locator(".results tbody tr").nth(2).locator("td.strong a").tap()]);
  const card = await page.locator(".lead").evaluate((lead) => ({ text: lead.textContent, top: lead.getBoundingClientRect().top }));
  await page.goto(address(full));
  const ofFull = await page.evaluate(() => {
    const lists = [...document.querySelectorAll(".results:not(#rounds)")];
    const targets = [...document.querySelectorAll("main :is(a, summary, button)")].filter((target) => target.checkVisibility());
    const low = targets.filter((target) => target.getBoundingClientRect().height < 24).map((target) => target.outerHTML);
    return { lists: lists.length, end: lists.at(-1).getBoundingClientRect().bottom, low };
  });
  await page.close();
  return { ends, card, evening: ofFull };
};

/** Who says on his page "This is me", and takes it back: what the button, his rows and the first page say then; and where the browser keeps nothing. */
const ofMe = async () => {
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const button = page.locator(".this-is-me button");
  const look = async (path) => {
    await page.goto(address(path));
    if (await page.evaluate(() => Boolean(localStorage.length && document.querySelector(".my-result")))) await page.locator(".my-result a").first().waitFor();
    return page.evaluate(() => {
      const { innerText = "", offsetHeight = 0 } = document.querySelector(".my-result") ?? {};
      const rows = [...document.querySelectorAll(".mine:is(tr, li)")].map((row) => ({ text: row.textContent, shadow: getComputedStyle(row).boxShadow }));
      return { rows, result: innerText, height: offsetHeight, links: [...document.querySelectorAll(".my-result a")].map(({ href }) => href), jump: document.querySelector(".jumps a[href='#mine']")?.textContent };
    });
  };
  await page.goto(address(player));
  const name = await page.locator("h1").textContent();
  const before = await button.textContent();
  await button.click();
  const said = await button.textContent();
  const pages = { first: await look(first), season: await look(season), standing: await look(standing), evening: await look(evening), board: await look(evening.replace(/sessions\/(.*)\.html$/, "hands/$1/board-1.html")) };
  const kept = await page.evaluate(() => Object.entries(localStorage));
  await page.goto(address(player));
  await button.click();
  const again = { button: await button.textContent(), kept: await page.evaluate(() => localStorage.length), rows: (await look(standing)).rows };
  await context.addInitScript(() => Object.defineProperty(globalThis, "localStorage", { get: () => { throw new DOMException("refused", "SecurityError"); } }));
  await page.goto(address(player));
  const refused = await button.count();
  await context.close();
  return { name: name.trim(), before, said, pages, kept, again, refused, errors };
};

/** Two who share a browser, of the last list of an evening and of its first: its lists in their order for nobody, for the one and for both, and what the buttons say. */
const ofTwo = async () => {
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  const look = async () => {
    await page.goto(address(full));
    return page.evaluate(() => ({
      lists: [...document.querySelectorAll("main > .results:not(#rounds)")].map(({ id }) => id),
      mine: document.querySelectorAll(".results:not(#rounds) .mine").length,
      jumps: [...document.querySelectorAll(".jumps a")].map(({ hash }) => hash).filter((hash) => document.querySelector(hash)?.matches(".mine")),
    }));
  };
  const found = { nobody: await look(), buttons: [] };
  for (const [who, list] of [["one", -1], ["both", 1]]) {
    await page.locator(".results:not(#rounds)").nth(list).locator("tbody th a").first().click();
    const button = page.locator(".this-is-me button");
    found.buttons.push(await button.textContent());
    await button.click();
    found[who] = await look();
  }
  await context.close();
  return found;
};

/** In the chart of all rankings: what is said before, of a line under a finger, of one shared by two, of the next by the keyboard, of none, and of one that the address names. */
const ofLines = async () => {
  const page = await opened(browser, { viewport: { width, height }, hasTouch: true });
  await page.goto(address(standing));
  const drawing = page.locator(".of-all svg");
  const look = () => page.evaluate(() => ({ text: document.querySelector(".of-line").innerText.trim(), ways: document.querySelectorAll(".of-line a").length, chosen: [...document.querySelectorAll(".of-all .chosen")].map((line) => line.dataset.p) }));
  const near = await page.evaluate(() => {
    // Ten pixels above the end of the last line, with no other line nearer.
    const lowest = [...document.querySelectorAll(".of-all [data-p] path")].reduce((low, path) => (path.getPointAtLength(path.getTotalLength()).y > low.getPointAtLength(low.getTotalLength()).y ? path : low));
    const end = lowest.getPointAtLength(lowest.getTotalLength()).matrixTransform(lowest.getScreenCTM());
    const { left, top } = lowest.ownerSVGElement.getBoundingClientRect();
    return { position: { x: end.x - left, y: end.y - top + 10 }, of: lowest.parentNode.dataset.p };
  });
  const found = { before: await look(), of: near.of };
  await drawing.tap({ position: near.position });
  found.tapped = await look();
  await drawing.tap({ position: near.position });
  found.again = await look();
  await page.locator(".of-all summary").tap();
  await page.locator(".of-all li[data-p*=' '] a").first().tap();
  found.shared = await look();
  await page.locator(".of-all").focus();
  await page.keyboard.press("ArrowDown");
  found.next = await look();
  await page.keyboard.press("Escape");
  found.left = await look();
  await page.evaluate((of) => (location.hash = `#l-${of.split(" ")[0]}`), near.of);
  await page.waitForFunction(() => document.querySelector(".of-all .chosen"));
  found.asked = await look();
  await page.close();
  return found;
};

/** Above a long list: the rows that stay when a line is chosen and a name typed, and when both are taken back. */
const filters = async () => {
  const page = await opened(browser, { viewport: { width, height } });
  await page.goto(address(standing));
  const table = page.locator("#ranking table");
  const rows = () => table.locator("tbody tr:visible").evaluateAll((all) => all.map((row) => ({ line: row.dataset.line, text: row.innerText })));
  const place = page.locator("#ranking .filter");
  const all = await rows();
  const line = place.getByRole("button").first();
  await line.click();
  const ofLine = await rows();
  const pressed = await line.getAttribute("aria-pressed");
  await place.getByRole("searchbox").fill(name);
  const named = await rows();
  const status = await place.getByRole("status").textContent();
  await line.click();
  await place.getByRole("searchbox").fill("");
  const again = (await rows()).length;
  await page.close();
  return { all, ofLine, pressed, named, status, again };
};

/** Where addresses from before a board and a scorecard had their own page lead: of a board, of a row of it, of a scorecard. */
const leadsOn = async () => {
  const page = await opened(browser);
  await page.goto(address(card));
  const row = await page.locator(".card tbody a").first().getAttribute("href");
  const [, number, at] = row.match(/^board-(\d+)\.html#(.+)$/);
  const found = {};
  for (const [old, path] of [[`#board-${number}`, boards], [`#${number}-${at}`, boards], ["#a-1", cards]]) {
    await page.goto(address(path) + old);
    await page.waitForURL(/(board|card)-[^/]*$/);
    found[new URL(page.url()).href.split("/").at(-1)] = await page.locator("tr:target").count();
  }
  await page.close();
  return { row, number, found };
};

/** What the cells of a map say: before anything is done, of one that is tapped, and of the one below it by the keyboard. */
const cellsOf = async (path) => {
  const page = await opened(browser, { viewport: { width, height }, hasTouch: true });
  await page.goto(address(path));
  await page.evaluate(() => document.querySelectorAll("details").forEach((folded) => (folded.open = true)));
  const said = () => page.locator(".of-cell").first().evaluate((place) => (place.hidden ? "" : place.textContent));
  const told = { before: await said() };
  await page.locator(".matrix").first().locator("tbody tr:nth-child(2) td").first().tap();
  told.tapped = await said();
  await page.locator(".map").first().focus();
  await page.keyboard.press("ArrowDown");
  told.below = await said();
  told.names = await page.evaluate(() => {
    const { names } = document.querySelector(".of-cell").dataset;
    return names ? names.split("\n") : [...document.querySelectorAll(".who li")].map((item) => `${item.value} ${item.textContent.trim()}`);
  });
  await page.close();
  return told;
};

/** Where the first column of each wide table of methods stands when the table is moved sideways as far as it goes. */
const methods = async () => {
  const page = await opened(browser, { viewport: { width, height } });
  await page.goto(address(analysis));
  const left = await page.evaluate(() =>
    [...document.querySelectorAll(".of-methods")].map((frame) => {
      frame.querySelector("thead tr").append(...[1, 2, 3].map(() => Object.assign(document.createElement("th"), { textContent: "a method of a long name" })));
      frame.scrollLeft = 10_000;
      return { moved: frame.scrollLeft, left: frame.querySelector("tbody th").getBoundingClientRect().left - frame.getBoundingClientRect().left };
    }),
  );
  await page.close();
  return left;
};

const met = {
  leadsOn: await leadsOn(),
  sheets: {
    standing: await sheets(standing, ":not(*)"),
    board: await sheets(board, ":not(*)"),
    card: await sheets(card, ":not(*)"),
    evening: await sheets(evening, "#balance, #event"),
    full: await sheets(full, "#balance, #event"),
    joined: await sheets(joined, "#balance, #event"),
    meetings: await sheets(meetings, ":not(*)"),
    next: await sheets(next, ":not(*)"),
  },
  letters: await letters(standing),
  heights: { full: await heights(full), joined: await heights(joined) },
  cells: { season: await cellsOf(meetings), evening: await cellsOf(evening) },
  methods: await methods(),
  keyboard: await byKeyboard(),
  finger: await byFinger(),
  me: await ofMe(),
  two: await ofTwo(),
  lines: await ofLines(),
  filters: await filters(),
};
await browser.close();
console.log(JSON.stringify(met));
