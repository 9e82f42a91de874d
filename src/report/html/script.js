"use strict";
// The page can be read without this: it shows one list at a time, sorts, filters, and goes to what a link names. What it
// shows besides of the docket, it takes from the volumes beside it (volumes.js).
document.documentElement.className = "js";
const byId = (id) => document.getElementById(id);
const make = (tag, text, into) => {
  const element = document.createElement(tag);
  element.textContent = text;
  into.append(element);
  return element;
};
const counted = (n, noun) => `${n.toLocaleString("en")} ${n === 1 ? noun : noun.endsWith("copy") ? noun.replace(/copy$/, "copies") : `${noun}s`}`;

// What is gone to stands below the bar, with its heading.
const bar = byId("bar");
const measureBar = () => {
  const isSticky = getComputedStyle(bar).position === "sticky";
  document.documentElement.style.setProperty("--bar", `${isSticky ? bar.offsetHeight : 0}px`);
};
// Before anything is drawn, too: a link may be followed at once.
measureBar();
new ResizeObserver(measureBar).observe(bar);

// One list is shown at a time, that of the link that was followed last.
const choose = (panel) => {
  for (const other of document.querySelectorAll(".panel")) other.classList.toggle("chosen", other === panel);
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${panel.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
};
choose(byId("campaigns"));
const focusOn = (target) => {
  target.focus({ preventScroll: true });
  target.scrollIntoView();
  // What comes into sight above it may be higher than it was thought to be.
  setTimeout(() => target.scrollIntoView(), 100);
};
const go = (element) => {
  const panel = element.closest(".panel");
  if (panel) choose(panel);
  const row = element.closest(".campaign");
  if (row) {
    if (row.hidden) filterCampaigns("");
    row.parentElement.classList.add("all");
  }
  for (let at = element; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  const target = element.querySelector(":scope > summary") || element;
  if (!target.matches("a, summary")) target.tabIndex = -1;
  focusOn(target);
};
// A list is gone to by its tab, a letter by the row that opens it. What is not on the page is fetched.
const land = () => {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name && byId(name);
  const [, kind, of] = /^([a-z]+)=(.+)$/.exec(name) || [];
  if (target && target.matches(".panel")) {
    choose(target);
    focusOn([...document.querySelectorAll("nav a")].find((link) => link.hash === location.hash));
  } else if (target && target.matches(".campaign[data-fetched]")) showFetched(target);
  else if (target) go(target.parentElement.matches("details") ? target.parentElement : target);
  else if (kind === "comment") showComment(of);
  else if (kind in lists) showList(kind, of);
  else if (/^(again-c|c|g)[0-9a-f]{12}$/.test(name)) showSection(name);
};
addEventListener("hashchange", land);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link && link.hash === location.hash) land();
});
addEventListener("load", land);
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  byId("find-words").focus();
});

// The campaigns, by what is typed and ticked, in the order asked for.
const campaigns = byId("campaign-list");
const filterCampaigns = (typed) => {
  const line = byId("filter-campaigns");
  const input = line.querySelector("[type=search]");
  if (typed !== undefined) {
    input.value = typed;
    for (const box of line.querySelectorAll("[type=checkbox]")) box.checked = false;
  }
  const wanted = input.value.toLowerCase();
  const asked = [...line.querySelectorAll("[type=checkbox]:checked")].map((box) => box.value);
  const order = line.querySelector("select").value;
  const rows = [...campaigns.children].map((row, at) => [order === "first" ? row.dataset.first || "9" : Number(row.dataset[order]), row, at]);
  rows.sort(([a, , m], [b, , n]) => (order === "first" ? (a > b) - (a < b) : b - a) || m - n);
  let n = 0;
  for (const [, row] of rows) {
    row.hidden = !row.textContent.toLowerCase().includes(wanted) || !asked.every((value) => row.matches(value));
    n += !row.hidden;
  }
  campaigns.append(...rows.map(([, row]) => row));
  if (wanted || asked.length) campaigns.classList.add("all");
  line.lastElementChild.textContent = wanted || asked.length ? `${counted(n, "campaign")} shown` : "";
};
if (campaigns) byId("filter-campaigns").addEventListener("input", () => filterCampaigns());

// A line to cite goes to the clipboard, or is selected where a browser does not give it.
document.addEventListener("click", async ({ target }) => {
  if (!target.matches(".cite button")) return;
  const line = target.parentElement.querySelector("span");
  getSelection().selectAllChildren(line);
  const copied = navigator.clipboard ? navigator.clipboard.writeText(line.textContent) : Promise.reject();
  const done = await copied.then(() => true, () => document.execCommand("copy"));
  target.textContent = done ? "Copied" : "Selected: copy it";
});

// Printing: the rows of the campaigns are opened, also where the style sheet cannot tell a browser so.
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll(".campaign:not([open]), .one:not([open])")];
  for (const part of closed) part.open = true;
});
addEventListener("afterprint", () => {
  for (const part of closed) part.open = false;
});
