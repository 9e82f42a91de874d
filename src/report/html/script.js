"use strict";
// The page can be read without this: it sorts, filters and goes to what a link names. What it shows besides of the
// docket, it takes from the volumes beside it (volumes.js).
document.documentElement.className = "js";
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
  if (element.closest("tr[hidden]")) byId("filter-campaigns").clear();
  for (let at = element; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  const target = element.querySelector(":scope > summary") || element;
  if (!target.matches("a, summary")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView();
  // What comes into sight above it may be higher than it was thought to be.
  setTimeout(() => target.scrollIntoView(), 100);
};
// A campaign's name stands in the summary above what its links lead to. What is not on the page is fetched.
const land = () => {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name && byId(name);
  if (target && !target.matches(".elsewhere")) {
    go(target.parentElement.matches("details") ? target.parentElement : target.querySelector(":scope > h2") || target);
  } else if (name.startsWith("comment=")) showComment(name.slice("comment=".length));
  else if (/^[cg][0-9a-f]{12}$/.test(name)) showSection(name);
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

// The table of campaigns, by what is typed and ticked.
const filterCampaigns = () => {
  const line = byId("filter-campaigns");
  const [typed, ...boxes] = line.querySelectorAll("input");
  const apply = () => {
    const wanted = typed.value.toLowerCase();
    const asked = boxes.filter((box) => box.checked).map((box) => box.value);
    let n = 0;
    for (const row of body.rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted) || !asked.every((value) => row.matches(value) || row.querySelector(value));
      n += !row.hidden;
    }
    line.lastElementChild.textContent = wanted || asked.length ? `${counted(n, "campaign")} shown` : "";
  };
  line.addEventListener("input", apply);
  line.clear = () => {
    typed.value = "";
    for (const box of boxes) box.checked = false;
    apply();
  };
};
const counted = (n, noun) => `${n.toLocaleString("en")} ${n === 1 ? noun : noun.endsWith("copy") ? noun.replace(/copy$/, "copies") : `${noun}s`}`;
filterCampaigns();

// Pictures: a click on a bar shows what it is in words.
document.addEventListener("click", ({ target, clientX }) => {
  const picture = target.closest(".arrivals");
  if (!picture) return;
  const { left, width } = picture.getBoundingClientRect();
  const at = Math.floor(((clientX - left) / width) * picture.viewBox.baseVal.width);
  const row = picture.parentElement.querySelector(`[data-at="${at}"]`);
  if (row) go(row);
});

// A line to cite goes to the clipboard, or is selected where a browser does not give it.
document.addEventListener("click", async ({ target }) => {
  if (!target.matches(".cite button")) return;
  const line = target.parentElement.querySelector("span");
  getSelection().selectAllChildren(line);
  const copied = navigator.clipboard ? navigator.clipboard.writeText(line.textContent) : Promise.reject();
  const done = await copied.then(() => true, () => document.execCommand("copy"));
  target.textContent = done ? "Copied" : "Selected: copy it";
});

// Printing: the letters that are printed are opened, also where the style sheet cannot tell a browser so.
const PRINTED = 20;
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll(".campaign")].slice(0, PRINTED).filter((part) => !part.open);
  for (const part of closed) part.open = true;
});
addEventListener("afterprint", () => {
  for (const part of closed) part.open = false;
});
