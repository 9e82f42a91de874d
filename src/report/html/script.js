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

// Filtering: rows and comments whose text holds what was typed.
const filter = (inputId, rows) => {
  const input = byId(inputId);
  if (!input) return;
  const line = input.closest(".filter");
  line.hidden = false;
  let waiting;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const wanted = input.value.toLowerCase();
      let shown = 0;
      for (const row of rows()) {
        row.hidden = !row.textContent.toLowerCase().includes(wanted);
        shown += !row.hidden;
      }
      line.lastElementChild.textContent = wanted ? `${shown} shown` : "";
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
const offer = (text, element) => {
  const link = document.createElement("a");
  link.href = "#";
  link.textContent = text;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    go(element);
  });
  found.append(" ", link);
};
const find = () => {
  const id = byId("find-id").value.trim();
  if (!index) read();
  found.textContent = "";
  const place = index.get(id);
  if (!place) {
    found.textContent = id ? `No comment has the id “${id}”.` : "";
    return;
  }
  const [cluster, bucket, category] = place;
  const what = category && bucket !== category && !bucket.includes(category) ? `${bucket}, ${category}` : bucket;
  found.textContent = `${id}: ${what}.`;
  const own = [...document.querySelectorAll("[data-id]")].find((element) => element.dataset.id === id);
  if (own) offer("Show it", own);
  const section = cluster !== null && document.querySelectorAll(".campaign")[cluster];
  if (section) offer("Show its campaign", section);
  if (!own) found.append(" Its text: durian show, or comments.csv.");
};
if (places) {
  byId("find").hidden = false;
  byId("find").addEventListener("submit", (event) => {
    event.preventDefault();
    find();
  });
}
