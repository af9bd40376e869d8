// Take pictures of pages: {chromium, pictures: [{page, width, height, scheme, scale, file}]}.
import { address, asked, started } from "./chromium.mjs";

const { chromium, pictures } = asked();
const browser = await started(chromium);
for (const { page: path, width, height, scheme, scale, file } of pictures) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, colorScheme: scheme });
  const page = await context.newPage();
  await page.goto(address(path), { waitUntil: "load" });
  await page.evaluate(() => Promise.all([...document.images].map((image) => ((image.loading = "eager"), image.decode().catch(() => undefined)))));
  if (path.includes("#")) await page.evaluate(() => document.getElementById(decodeURIComponent(location.hash.slice(1))).scrollIntoView());
  await page.screenshot({ path: file, animations: "disabled" });
  await context.close();
}
await browser.close();
console.log("{}");
