// Look at pages as people do: {chromium, widths, height, pages: [path], axe, letters, key} -> [what was found of each page]; without `axe` its rules are left out; `key` is an address that lets a browser in, if one has to be.
import { readFileSync } from "node:fs";

import { address, asked, opened, packages, started } from "./chromium.mjs";
import { measured } from "./measured.mjs";

const AXE = readFileSync(packages.resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const OF_COLOURS = ["color-contrast", "link-in-text-block"];
const OF_A_PHONE = ["target-size", "scrollable-region-focusable"];

const { chromium, widths, height, pages, axe, letters, key } = asked();
const browser = await started(chromium, letters);

/** The rules of axe that are broken, with the elements that break them. */
const broken = async (page, runOnly) => {
  if (!axe) return [];
  const { violations } = await page.evaluate((runOnly) => globalThis.axe.run(document, { runOnly, resultTypes: ["violations"], preload: false }), runOnly);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.replace(/\s+/g, " ").slice(0, 300)}`));
};

const looked = async (path) => {
  const page = await opened(browser, { viewport: { width: 1280, height }, colorScheme: "light" });
  const said = [];
  page.on("console", (message) => message.type() !== "log" && said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  // A page that is left gives up what it was asking for.
  page.on("requestfailed", (request) => request.failure()?.errorText === "net::ERR_ABORTED" || said.push(`not loaded: ${request.url()}`));
  // A desk that was just opened looks at its folder, and its page comes anew in the middle.
  await page.route("**/watch", (route) => route.fulfill({ status: 204 }));
  if (key) await page.goto(key);
  await page.goto(address(path), { waitUntil: "load" });
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
    for (const image of document.images) image.loading = "eager";
    return Promise.all([...document.images].map((image) => image.decode()));
  });
  const found = { said: [...said], axe: { phone: [] }, widths: {} };
  await page.evaluate(AXE);
  found.axe.light = await broken(page, { type: "tag", values: RULES });
  await page.emulateMedia({ colorScheme: "dark" });
  found.axe.dark = await broken(page, { type: "rule", values: OF_COLOURS });
  await page.emulateMedia({ colorScheme: "light" });
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    found.widths[width] = await page.evaluate(measured);
    if (width <= 390) found.axe.phone.push(...(await broken(page, { type: "rule", values: OF_A_PHONE })));
  }
  await page.close();
  return found;
};

const found = [];
for (const path of pages) found.push(await looked(path));
await browser.close();
console.log(JSON.stringify(found));
