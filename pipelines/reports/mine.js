// Who the reader is: said on the page of a player, kept in this browser alone, and never sent. And a way to share a board.
"use strict";

{
  const here = new URL(".", location.href);
  const base = new URL(".", document.currentScript.src);
  // This script lies next to the first page of the site, and in the folder of a competition two folders below.
  const site = here.href === base.href ? base : new URL("../../", base);
  const key = `barometer ${site.pathname}`;

  const clubOf = (me) => new URL(`${me.folder.split("/")[0]}/`, site).href;

  /** Who is kept, several if they share a browser; nobody where the browser keeps nothing. */
  const kept = () => {
    try {
      const people = [JSON.parse(localStorage.getItem(key)) ?? []].flat(); // earlier versions kept a single person
      const isWhole = ({ folder, id, name }) => [folder, id, name].every((text) => typeof text === "string") && clubOf({ folder });
      return people.filter(isWhole); // a folder that is no address throws
    } catch {
      return [];
    }
  };

  /** Whether the browser keeps it. */
  const keep = (people) => {
    try {
      if (people.length) localStorage.setItem(key, JSON.stringify(people));
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

  /** Mark the rows in which the readers stand. */
  const mark = (people) => {
    for (const row of document.querySelectorAll(".mine")) row.classList.remove("mine");
    const rowsOf = (me) => {
      const seats = Object.entries(globalThis.barometerSeats ?? {}).filter(([, people]) => people.split(" ").includes(me.id));
      const own = [`/players/${me.id}.html`, ...seats.map(([card]) => `/card-${card}.html`)];
      const links = [...document.links].filter(({ href, pathname }) => href.startsWith(clubOf(me)) && own.some((page) => pathname.endsWith(page)));
      const named = here.href.startsWith(clubOf(me)) ? document.querySelectorAll(`main [data-p~="${CSS.escape(me.id)}"]`) : [];
      return [...links.map((link) => link.closest("main :is(tr, li)")), ...named].filter(Boolean);
    };
    const rows = [...new Set(people.flatMap(rowsOf))];
    for (const row of rows) row.classList.add("mine");
    return rows;
  };

  /** On the page of a player: a button by which the reader says who he is. */
  const button = (hook) => {
    const [club, competition, ...rest] = location.pathname.slice(site.pathname.length).split("/");
    const me = { folder: `${club}/${competition}`, id: rest.at(-1).replace(/\.html$/, ""), name: document.querySelector("h1").textContent.trim() };
    const others = () => kept().filter(({ folder, id }) => id !== me.id || folder.split("/")[0] !== club);
    const isMe = () => others().length < kept().length;
    const words = () => (isMe() ? hook.dataset.not : kept().length ? hook.dataset.also : hook.dataset.me);
    if (!mayKeep()) return;
    const pressed = added(hook, "button", words(), { type: "button" });
    pressed.addEventListener("click", () => {
      keep(isMe() ? others() : [...kept(), me]);
      pressed.textContent = words();
      said.textContent = isMe() ? hook.dataset.kept : "";
      mark(kept());
    });
    const said = added(hook, "small", "");
    said.setAttribute("role", "status");
  };

  /** Load a script, and say whether it is there. */
  const load = (address) =>
    new Promise((done) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = () => done(true);
      script.onerror = () => done(false);
      document.head.append(script);
    });

  /** The last result in a season, from its list `last-results.js`. */
  const resultIn = async (season, me) => {
    const list = (await load(new URL("last-results.js", season))) && globalThis.barometerLast.find((each) => Object.hasOwn(each[5], me.id));
    return list && { season, list, own: list[5][me.id] };
  };

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

  /** On the page of an evening: a way to a row of the reader's, before the ways to the lines. */
  const jump = (nav, row) => {
    row.id ||= `mine${document.querySelectorAll('tr[id^="mine"]').length || ""}`;
    const way = document.createElement("a");
    way.href = `#${row.id}`;
    way.textContent = `${nav.dataset.mine} · ${row.cells[0].textContent.trim()} · ${row.querySelector(".strong").textContent.trim()}`;
    nav.prepend(way, " ");
  };

  /** Of lists one below another, that of the reader's line comes first. */
  const open = (row) => {
    const lists = ".results:not(#rounds), .plain, .lines > table";
    const own = row.closest(lists);
    const first = own && [...own.parentNode.children].find((list) => list.matches(lists));
    if (own !== first) first.before(own);
  };

  const start = async (people) => {
    // Rows of boards and lists of scorecards name cards alone; next to them a script says whose the cards are.
    if (people.length && document.querySelector(".tables, .entries")) await load("seats.js");
    const rows = mark(people);
    const hook = document.querySelector(".this-is-me");
    if (hook) button(hook);
    const nav = document.querySelector(".jumps[data-mine]");
    if (nav) for (const row of rows.filter((row) => row.matches(".results tr:has(.strong)"))) jump(nav, row);
    if (!location.hash) for (const row of rows.toReversed()) open(row); // a link to a place of the page leads there
    const place = document.querySelector(".my-result");
    if (place) for (const me of people) await showLast(place, me);
  };

  start(kept());
}

// The link to a board is shared where a browser can do that.
for (const link of navigator.share ? document.querySelectorAll(".share") : []) {
  link.hidden = false;
  link.href = ""; // this page, whatever row is marked
  link.addEventListener("click", (event) => {
    event.preventDefault();
    navigator.share({ title: document.title, url: link.href }).catch(() => {});
  });
}
