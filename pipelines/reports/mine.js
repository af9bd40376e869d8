// Who the reader is: said on the page of a player, kept in this browser alone, and never sent.
"use strict";

{
  const here = new URL(".", location.href);
  const base = new URL(".", document.currentScript.src);
  // This script lies next to the first page of the site, and in the folder of a competition two folders below.
  const site = here.href === base.href ? base : new URL("../../", base);
  const key = `barometer ${site.pathname}`;

  const clubOf = (me) => new URL(`${me.folder.split("/")[0]}/`, site).href;

  /** What is kept, or nothing where the browser keeps nothing. */
  const kept = () => {
    try {
      const { folder, id, name } = JSON.parse(localStorage.getItem(key)) ?? {};
      const isWhole = [folder, id, name].every((text) => typeof text === "string");
      return isWhole && clubOf({ folder }) ? { folder, id, name } : null; // a folder that is no address throws
    } catch {
      return null;
    }
  };

  /** Whether the browser keeps it. */
  const keep = (me) => {
    try {
      if (me) localStorage.setItem(key, JSON.stringify(me));
      else localStorage.removeItem(key);
      return true;
    } catch {
      return false;
    }
  };

  /** Whether the browser keeps anything here; what is kept stays as it is. */
  const mayKeep = () => {
    try {
      localStorage.setItem(`${key}?`, "");
      localStorage.removeItem(`${key}?`);
      return true;
    } catch {
      return false;
    }
  };

  const added = (place, tag, text, more = {}) => {
    const element = Object.assign(document.createElement(tag), more);
    element.textContent = text;
    place.append(element, " ");
    return element;
  };

  /** Mark the rows in which the reader stands; without `me`, none. */
  const mark = (me) => {
    for (const row of document.querySelectorAll(".mine")) row.classList.remove("mine");
    if (!me) return [];
    const seats = Object.entries(globalThis.barometerSeats ?? {}).filter(([, people]) => people.split(" ").includes(me.id));
    const own = [`/players/${me.id}.html`, ...seats.map(([card]) => `/card-${card}.html`)];
    const links = [...document.links].filter(({ href, pathname }) => href.startsWith(clubOf(me)) && own.some((page) => pathname.endsWith(page)));
    const named = here.href.startsWith(clubOf(me)) ? document.querySelectorAll(`main [data-p~="${CSS.escape(me.id)}"]`) : [];
    const rows = [...links.map((link) => link.closest("main :is(tr, li)")), ...named].filter(Boolean);
    for (const row of rows) row.classList.add("mine");
    return rows;
  };

  /** On the page of a player: a button by which the reader says who he is. */
  const button = (hook) => {
    const [club, competition, ...rest] = location.pathname.slice(site.pathname.length).split("/");
    const me = { folder: `${club}/${competition}`, id: rest.at(-1).replace(/\.html$/, ""), name: document.querySelector("h1").textContent.trim() };
    const isMe = () => kept()?.id === me.id && kept().folder.split("/")[0] === club;
    if (!mayKeep()) return;
    const pressed = added(hook, "button", isMe() ? hook.dataset.not : hook.dataset.me, { type: "button" });
    pressed.addEventListener("click", () => {
      keep(isMe() ? null : me);
      pressed.textContent = isMe() ? hook.dataset.not : hook.dataset.me;
      said.textContent = isMe() ? hook.dataset.kept : "";
      mark(kept());
    });
    const said = added(hook, "small", "");
    said.setAttribute("role", "status");
  };

  /** The last result in a season, from its list `last-results.js`. */
  const resultIn = (season, me) =>
    new Promise((found) => {
      const script = document.createElement("script");
      script.src = new URL("last-results.js", season);
      script.onload = () => {
        const list = globalThis.barometerLast?.find((each) => Object.hasOwn(each[5], me.id));
        found(list && { season, list, own: list[5][me.id] });
      };
      script.onerror = () => found();
      document.head.append(script);
    });

  /** On the first page and on that of a season: the reader's last result, above everything else. */
  const showLast = async (place, me) => {
    const { heading, rank: ofRank, card, page } = place.dataset;
    // The seasons whose evenings this page links to, the latest first; of each competition two are asked for.
    const all = [...document.links].filter(({ href }) => /\/sessions\/[^/]+$/.test(href)).map((link) => new URL("../", link.href).href);
    const seasons = [...new Set(all)].filter((season) => season.startsWith(clubOf(me)));
    const competition = (season) => new URL("../", season).href;
    const latest = seasons.filter((season, at) => seasons.slice(0, at).filter((before) => competition(before) === competition(season)).length < 2);
    const results = (await Promise.all(latest.map((season) => resultIn(season, me)))).filter(Boolean);
    if (!results.length) return;
    const { season, list, own } = results.reduce((last, each) => (each.list[0] > last.list[0] ? each : last));
    const [, date, session, line, entrants] = list;
    const [rank, score, cardPage] = own;
    added(added(place, "h2", `${heading} `), "small", me.name);
    const what = added(place, "p", "");
    added(what, "a", date, { href: new URL(session, season) });
    what.append(line);
    if (score) added(what, "b", score).before(" · ");
    if (rank) what.append(` · ${ofRank.replace("{rank}", rank).replace("{entrants}", entrants)}`);
    const ways = added(place, "p", "", { className: "parts" });
    if (cardPage) added(ways, "a", card, { href: new URL(cardPage, season) });
    added(ways, "a", page, { href: new URL(`players/${me.id}.html`, season) });
  };

  /** On the page of an evening: a way to the reader's row, before the ways to the lines. */
  const jump = (nav, row) => {
    row.id ||= "mine";
    const way = document.createElement("a");
    way.href = `#${row.id}`;
    way.textContent = `${nav.dataset.mine} · ${row.cells[0].textContent.trim()} · ${row.querySelector(".strong").textContent.trim()}`;
    nav.prepend(way, " ");
  };

  const me = kept();
  const rows = mark(me);
  const hook = document.querySelector(".this-is-me");
  if (hook) button(hook);
  const place = document.querySelector(".my-result");
  if (place && me) showLast(place, me);
  const nav = document.querySelector(".jumps[data-mine]");
  const own = nav && rows.find((row) => row.matches(".results tr:has(.strong)"));
  if (own) jump(nav, own);
}
