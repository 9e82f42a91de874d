"use strict";
// The page is whole without this: it sorts, filters and finds a comment by its id.
const byId = (id) => document.getElementById(id);

// Sorting: headings of the campaigns become buttons.
const table = byId("campaign-table");
const body = table.tBodies[0];
for (const heading of table.tHead.rows[0].cells) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  heading.append(button);
  button.addEventListener("click", () => {
    const descending = heading.getAttribute("aria-sort") !== "descending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const numeric = heading.classList.contains("n");
    const keyed = [...body.rows].map((row) => {
      const text = row.cells[heading.cellIndex].textContent;
      return [numeric ? Number(text.replaceAll(",", "")) : text, row];
    });
    keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0) * (descending ? -1 : 1));
    body.append(...keyed.map(([, row]) => row));
  });
}

// Filtering: rows and comments whose text holds what was typed; only new ones, where that is asked for.
const filter = (inputId, rows) => {
  const input = byId(inputId);
  if (!input) return;
  const line = input.closest(".filter");
  const onlyNew = line.querySelector("[type=checkbox]");
  line.hidden = false;
  let waiting;
  line.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const wanted = input.value.toLowerCase();
      const late = onlyNew && onlyNew.checked;
      let shown = 0;
      for (const row of rows()) {
        row.hidden = (late && !row.matches(".late")) || !row.textContent.toLowerCase().includes(wanted);
        shown += !row.hidden;
      }
      line.lastElementChild.textContent = wanted || late ? `${shown} shown` : "";
    }, 150);
  });
};
filter("filter-campaigns", () => body.rows);
filter("filter-unique", () => byId("unique-list").children);

// Finding: the ids of all comments, and where each ended.
const places = byId("places");
const found = byId("found");
let index;
const read = () => {
  index = new Map();
  for (const [cluster, bucket, category, ids] of JSON.parse(places.textContent)) {
    let last = [];
    for (const line of ids.split("\n").slice(0, -1)) {
      const id = [...last.slice(0, line.charCodeAt(0) - 48), ...line.slice(1)];
      index.set(id.join(""), [cluster, bucket, category]);
      last = id;
    }
  }
};
const go = (element) => {
  for (let at = element; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  element.scrollIntoView({ block: "center" });
  const target = element.querySelector("summary") || element;
  if (!target.matches("summary")) target.tabIndex = -1;
  target.focus();
};
const say = (tag, text, into = found) => {
  const element = document.createElement(tag);
  element.textContent = text;
  into.append(element);
  return element;
};
const offer = (text, element, into = found) => {
  const link = document.createElement("a");
  link.href = "#";
  link.textContent = text;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    go(element);
  });
  into.append(" ", link);
};
const showPlace = (id, [cluster, bucket, category], into = found) => {
  const what = category && bucket !== category && !bucket.includes(category) ? `${bucket}, ${category}` : bucket;
  into.append(`${id}: ${what}.`);
  const own = [...document.querySelectorAll("[data-id]")].find((element) => element.dataset.id === id);
  if (own) offer("Show it", own, into);
  const section = cluster !== null && document.querySelectorAll(".campaign")[cluster];
  if (section) offer("Show its campaign", section, into);
  if (!own && category === "exact") into.append(" It has the words of the letter.");
  else if (!own) into.append(" Its text: durian show, or comments.csv.");
};

// Searching: what is looked through, and of each piece what is the sender's own.
const parts = [
  ["Facts about campaigns", ".campaign > div > .meta"],
  ["What belongs together", ".together", "h3, .text"],
  ["Passages that were added", ".additions > li", ".text"],
  ["Edited copies", ".copy", "ins, summary span, summary + .meta"],
  ["Unique comments", ".comment", "span, q, .text"],
  ["Letters", ".reference", ".text"],
  ["Inputs that were not compared", "#aside tbody tr"],
];
const MOST_SHOWN = 8;
const AROUND = 60;
// Words as they begin, whatever their case and apostrophes.
const patternOf = (words) => {
  const literal = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/['’]/g, "['’]").replace(/\s+/g, "\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}`, "iu");
};
const sayHow = (kind, n) => {
  const more = n > MOST_SHOWN ? `, of which ${MOST_SHOWN}` : "";
  say("p", `${kind}: ${n.toLocaleString("en")} found${more}:`);
};
// Shows what holds all of some patterns; tells how much that is.
const searchAll = (patterns) => {
  let n = 0;
  for (const [kind, whole, own] of parts) {
    const hits = [];
    for (const element of document.querySelectorAll(whole)) {
      const pieces = own ? [...element.querySelectorAll(own)] : [element];
      const text = pieces.map((piece) => piece.textContent).join(" ").replace(/\s+/g, " ");
      if (patterns.every((pattern) => pattern.test(text))) hits.push([element, text, text.search(patterns[0])]);
    }
    if (!hits.length) continue;
    n += hits.length;
    sayHow(kind, hits.length);
    const list = say("ul", "");
    for (const [element, text, at] of hits.slice(0, MOST_SHOWN)) {
      const start = Math.max(0, at - AROUND);
      const end = at + 2 * AROUND;
      const around = (start ? "…" : "") + text.slice(start, end).trim() + (end < text.length ? "…" : "");
      const campaign = element.closest(".campaign, .together");
      const name = element.dataset.id || `${campaign.querySelector("h3").textContent.slice(0, AROUND)}…`;
      const item = say("li", "", list);
      say("b", name, item);
      offer(around, element, item);
    }
  }
  return n;
};
// Shows ids that hold what was typed; tells how many.
const searchIds = (typed) => {
  const part = typed.toLowerCase();
  const ids = index ? [...index.keys()].filter((id) => id.toLowerCase().includes(part)) : [];
  if (!ids.length) return 0;
  sayHow("Ids", ids.length);
  const list = say("ul", "");
  for (const id of ids.slice(0, MOST_SHOWN)) showPlace(id, index.get(id), say("li", "", list));
  return ids.length;
};
const searchWords = (typed) => {
  const words = typed.split(/\s+/);
  if (!(searchIds(typed) + searchAll([patternOf(typed)]))) {
    const n = words.length > 1 ? searchAll(words.map(patternOf)) : 0;
    found.prepend(n ? "Not one after the other, but together:" : "Neither an id nor words on this page.");
  }
  say("p", "This page does not hold every copy: added-text.csv and comments.csv do, with the senders’ names.");
};
const find = () => {
  const typed = byId("find-id").value.trim();
  found.textContent = "";
  if (!typed) return;
  if (places && !index) read();
  const place = index && index.get(typed);
  if (place) showPlace(typed, place);
  else searchWords(typed);
};
byId("find").hidden = false;
byId("find").addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});
