"use strict";
// The page is whole without this: it sorts, filters and finds a comment by its id, its sender or any words.
const byId = (id) => document.getElementById(id);
const make = (tag, text, into) => {
  const element = document.createElement(tag);
  element.textContent = text;
  into.append(element);
  return element;
};

// What is gone to stands below the bar, with its heading.
const bar = byId("bar");
new ResizeObserver(() => {
  const isSticky = getComputedStyle(bar).position === "sticky";
  document.documentElement.style.setProperty("--bar", `${isSticky ? bar.offsetHeight : 0}px`);
}).observe(bar);
const go = (element) => {
  if (element.closest("[hidden]")) for (const filter of document.querySelectorAll(".filter")) filter.clear();
  for (let at = element; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  const target = element.querySelector(":scope > summary") || element;
  if (!target.matches("a, summary")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView();
  // What comes into sight above it may be higher than it was thought to be.
  setTimeout(() => target.scrollIntoView(), 100);
};
// A campaign's name stands in the summary above what its links lead to.
const land = () => {
  const target = location.hash && byId(decodeURIComponent(location.hash.slice(1)));
  if (target) go(target.parentElement.matches("details") ? target.parentElement : target.querySelector(":scope > h2") || target);
};
addEventListener("hashchange", land);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link && link.hash === location.hash) land();
});
addEventListener("load", land);

// Sorting: headings of the campaigns become buttons. The first click sorts the way people want: the largest, the latest,
// A to Z.
const table = byId("campaign-table");
const body = table.tBodies[0];
const headings = table.tHead.rows[0].cells;
for (const heading of headings) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  heading.append(button);
  const isNumber = heading.matches(".n");
  const first = isNumber || heading.matches(".day") ? "descending" : "ascending";
  button.addEventListener("click", () => {
    const other = first === "descending" ? "ascending" : "descending";
    const order = heading.getAttribute("aria-sort") === first ? other : first;
    for (const each of headings) each.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order);
    const keyed = [...body.rows].map((row) => {
      const text = row.cells[heading.cellIndex].textContent;
      return [isNumber ? Number(text.replaceAll(",", "")) : text, row];
    });
    const compare = isNumber ? (a, b) => a - b : (a, b) => a.localeCompare(b, "en");
    keyed.sort(([a], [b]) => compare(a, b) * (order === "descending" ? -1 : 1));
    body.append(...keyed.map(([, row]) => row));
  });
}

// Filtering: rows and comments whose text holds what was typed, and that have what is asked for. `show` is told which
// these are, and how they are to be sorted.
const filter = (line, pieces, show) => {
  if (!line) return;
  const typed = line.querySelector("[type=search]");
  const least = line.querySelector("[type=number]");
  const boxes = [...line.querySelectorAll("[type=checkbox]")];
  const order = line.querySelector("select");
  const all = pieces();
  const number = (piece, at) => Number(piece.dataset.n.split(" ")[at]);
  const apply = () => {
    const wanted = typed.value.toLowerCase();
    const fits = [wanted && ((piece) => piece.textContent.toLowerCase().includes(wanted))];
    if (least && Number(least.value)) fits.push((piece) => number(piece, 0) >= Number(least.value));
    for (const { value, dataset } of boxes.filter((box) => box.checked)) {
      fits.push(dataset.number ? (piece) => number(piece, dataset.number) > 0 : (piece) => piece.matches(value) || piece.querySelector(value));
    }
    const asked = fits.filter(Boolean);
    const shown = all.filter((piece) => asked.every((fit) => fit(piece)));
    show(all, shown, order && order.value, number);
    line.lastElementChild.textContent = asked.length ? `${shown.length.toLocaleString("en")} shown` : "";
  };
  let waiting;
  line.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 150);
  });
  line.clear = () => {
    typed.value = "";
    if (least) least.value = 0;
    for (const box of boxes) box.checked = false;
    apply();
  };
  line.hidden = false;
};
filter(byId("filter-campaigns"), () => [...body.rows], (all, shown) => {
  const kept = new Set(shown);
  for (const row of all) row.hidden = !kept.has(row);
});
// Lists to read stand in chunks, so that a browser lays out what is in sight; those left out are a chunk that is hidden.
const CHUNK = 50;
for (const name of ["added", "unique"]) {
  const list = byId(`${name}-list`);
  filter(byId(`filter-${name}`), () => [...list.querySelectorAll(".comment")], (all, shown, order, number) => {
    const sorted = [...shown];
    const text = (piece) => piece.dataset[order];
    if (order === "organization") sorted.sort((a, b) => !text(a) - !text(b) || (text(a) || "").localeCompare(text(b) || "", "en"));
    else if (order === "day") sorted.sort((a, b) => (text(b) || "").localeCompare(text(a) || ""));
    else if (order) sorted.sort((a, b) => number(b, order) - number(a, order));
    const kept = new Set(shown);
    const chunks = [];
    for (let at = 0; at < sorted.length; at += CHUNK) chunks.push(sorted.slice(at, at + CHUNK));
    chunks.push(all.filter((piece) => !kept.has(piece)));
    list.textContent = "";
    for (const chunk of chunks) make("div", "", list).append(...chunk);
    for (const chunk of list.children) chunk.className = "chunk";
    list.lastElementChild.hidden = true;
  });
}

// Pictures: a click on a bar shows what it is in words.
document.addEventListener("click", ({ target, clientX }) => {
  const picture = target.closest(".arrivals");
  if (!picture) return;
  const { left, width } = picture.getBoundingClientRect();
  const at = Math.floor(((clientX - left) / width) * picture.viewBox.baseVal.width);
  const row = picture.parentElement.querySelector(`[data-at="${at}"]`);
  if (row) go(row);
});

// Finding: the ids of all comments, where each ended, and who sent it.
const places = byId("places");
const found = byId("found");
let index;
const read = () => {
  index = new Map();
  if (!places) return;
  for (const [cluster, bucket, category, ids, senders] of JSON.parse(places.textContent)) {
    let last = [];
    const names = senders.split("\n");
    ids.split("\n").slice(0, -1).forEach((line, at) => {
      const id = [...last.slice(0, line.charCodeAt(0) - 48), ...line.slice(1)];
      index.set(id.join(""), [cluster, bucket, category, names[at] || ""]);
      last = id;
    });
  }
};
const offer = (text, element, into) => {
  const link = make("a", text, into);
  link.href = "#";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    go(element);
  });
  link.before(" ");
};
const showPlace = (id, into) => {
  const [cluster, bucket, category, sender] = index.get(id);
  const what = category && bucket !== category && !bucket.includes(category) ? `${bucket}, ${category}` : bucket;
  make("b", id, into);
  into.append(`${sender && ` (${sender})`}: ${what}.`);
  const own = document.querySelector(`[data-id="${CSS.escape(id)}"]`);
  if (own) offer("Show it", own, into);
  const section = cluster !== null && document.querySelectorAll(".campaign")[cluster];
  if (section) offer("Show its campaign", section, into);
  if (!own && category === "exact") into.append(" It has the words of the letter.");
  else if (!own) into.append(" Its text: durian show, or comments.csv.");
};

// What is looked through for words, and of each piece what is the sender's own.
const parts = [
  ["Facts about campaigns", ".campaign > div > .meta"],
  ["What belongs together", ".together", "h3, .text"],
  ["Edited copies", ".copy", "ins"],
  ["Added passages", "#added-list .comment", ".text"],
  ["Unique comments", "#unique-list .comment", "summary > q, .text"],
  ["Letters", ".reference", ".text"],
];
const MOST_SHOWN = 8;
const AROUND = 60;
// Words as they begin, whatever their case and apostrophes.
const patternOf = (words) => {
  const literal = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/['’]/g, "['’]").replace(/\s+/g, "\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}`, "iu");
};
// Shows all that was found of a kind, page by page.
const showPages = (kind, hits, show) => {
  const title = make("p", "", found);
  make("b", `${kind}: ${hits.length.toLocaleString("en")} found`, title);
  const list = make("ul", "", found);
  let first = 0;
  const turn = (step) => {
    const next = first + step * MOST_SHOWN;
    if (next < 0 || next >= hits.length) return;
    first = next;
    list.textContent = "";
    const page = hits.slice(first, first + MOST_SHOWN);
    for (const hit of page) show(hit, make("li", "", list));
    if (step) byId("said").textContent = `${kind} ${first + 1} to ${first + page.length} of ${hits.length}`;
    const [previous, where, following] = title.querySelectorAll("button, span");
    if (!where) return;
    where.textContent = ` ${first + 1}–${first + page.length} `;
    previous.ariaDisabled = String(first === 0);
    following.ariaDisabled = String(first + MOST_SHOWN >= hits.length);
  };
  if (hits.length > MOST_SHOWN) {
    for (const [tag, text, step] of [["button", "Previous", -1], ["span", "", 0], ["button", "Next", 1]]) {
      const element = make(tag, text, title);
      element.before(" ");
      if (!step) continue;
      element.type = "button";
      element.ariaLabel = `${text} of ${kind}`;
      element.addEventListener("click", () => turn(step));
    }
  }
  turn(0);
  return hits.length;
};
const showPassage = ([element, text, at], into) => {
  const start = Math.max(0, at - AROUND);
  const end = at + 2 * AROUND;
  const around = (start ? "…" : "") + text.slice(start, end).trim() + (end < text.length ? "…" : "");
  const campaign = element.closest(".campaign, .together");
  make("b", element.dataset.id || `${campaign.querySelector("h3").textContent.slice(0, AROUND)}…`, into);
  offer(around, element, into);
};
// Shows what holds all of some patterns; tells how much that is.
const searchText = (patterns) => {
  let n = 0;
  for (const [kind, whole, own] of parts) {
    const hits = [];
    for (const element of document.querySelectorAll(whole)) {
      const pieces = own ? [...element.querySelectorAll(own)] : [element];
      const text = pieces.map((piece) => piece.textContent).join(" ").replace(/\s+/g, " ");
      if (patterns.every((pattern) => pattern.test(text))) hits.push([element, text, text.search(patterns[0])]);
    }
    if (hits.length) n += showPages(kind, hits, showPassage);
  }
  return n;
};
const searchIndex = (typed) => {
  const part = typed.toLowerCase();
  const pattern = patternOf(typed);
  const ids = [...index.keys()];
  const byId = ids.filter((id) => id.toLowerCase().includes(part));
  const bySender = ids.filter((id) => pattern.test(index.get(id)[3]));
  let n = 0;
  if (byId.length) n += showPages("Ids", byId, showPlace);
  if (bySender.length) n += showPages("Senders and organizations", bySender, showPlace);
  return n;
};
const find = () => {
  const typed = byId("find-words").value.trim();
  found.textContent = "";
  byId("close").hidden = !typed;
  byId("said").textContent = "";
  if (!typed) return;
  if (!index) read();
  if (index.has(typed)) {
    showPlace(typed, make("p", "", found));
    byId("said").textContent = "1 comment found";
    return;
  }
  let n = searchIndex(typed) + searchText([patternOf(typed)]);
  const words = typed.split(/\s+/);
  if (!n && words.length > 1) {
    n = searchText(words.map(patternOf));
    if (n) found.prepend("Not one after the other, but together:");
  }
  byId("said").textContent = n ? `${n.toLocaleString("en")} found` : "Neither an id nor a sender nor words on this page.";
  make("p", "This page does not hold the text of every copy: added-text.csv and comments.csv do.", found);
};
byId("find").hidden = false;
byId("find").addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});
const close = () => {
  byId("find-words").value = "";
  find();
  byId("find-words").focus({ preventScroll: true });
};
byId("close").addEventListener("click", close);
byId("find").addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});

// Printing: what is closed is printed, too, also where the style sheet cannot tell a browser so.
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details:not([open])")];
  for (const part of closed) part.open = true;
});
addEventListener("afterprint", () => {
  for (const part of closed) part.open = false;
});
