// One Chromium for a script, and what is asked of it, from standard input as JSON.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** Of the packages that `driver.py` installs beside .venv. */
export const packages = createRequire(new URL("../../.browser/", import.meta.url));
const { chromium } = packages("playwright-core");

/** @returns what Python asks for: see `asked` of `driver.py`. */
export const asked = () => JSON.parse(readFileSync(0, "utf8"));

/** In ms: a machine that does much else may be slow, and that is no fault of a page. */
const PATIENCE = 120_000;

/** A browser without a network beyond this machine, whose pages may read files, as those of a folder do when somebody opens them; `letters` is their usual size in px. */
export const started = (executablePath, letters = 16) =>
  chromium.launch({
    executablePath,
    timeout: PATIENCE,
    args: ["--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--font-render-hinting=none", `--blink-settings=defaultFontSize=${letters}`],
  });

/** A new page, as wide and as dark as `options` say. */
export const opened = async (browser, options) => {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  return page;
};

/** The address of a file on disk, with its anchor; one of a server stays as it is. */
export const address = (path) => {
  if (path.startsWith("http:")) return path;
  const [file, anchor] = path.split("#");
  return pathToFileURL(file).href + (anchor ? `#${anchor}` : "");
};
