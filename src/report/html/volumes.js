// The volumes beside the page hold every comment of the docket, every added passage and every letter. Each is a script
// with one call, loaded when it is asked for: this works from a file, without a network. A volume's columns are strings
// with a cell for each record; a cell's fields are parted, too.
const listed = JSON.parse(byId("volumes").textContent);
const END_OF_CELL = "\x1e";
const END_OF_FIELD = "\x1f";
// Volumes that are held and that are loaded ahead; more would take the memory of a large docket.
const MOST_HELD = 150;
const AHEAD = 40;
const held = new Map();
const arrived = new Map();
// Every volume calls this, and nothing else.
function durian(key, name, columns) {
  if (key === listed.key) arrived.set(name, columns);
}
const lacking = byId("lacking");
const load = (name) => {
  if (!held.has(name)) {
    const loaded = new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `report-data/${name}.js`;
      const end = () => {
        script.remove();
        const columns = arrived.get(name);
        arrived.delete(name);
        if (columns) resolve(columns.map((column) => column.split(END_OF_CELL)));
        else {
          held.delete(name);
          lacking.hidden = false;
          reject(new Error(lacking.textContent));
        }
      };
      script.onload = end;
      script.onerror = end;
      document.head.append(script);
    });
    held.set(name, loaded);
    if (held.size > MOST_HELD) held.delete(held.keys().next().value);
  }
  return held.get(name);
};
const volumeName = (kind, number) => `${kind}-${String(number + 1).padStart(4, "0")}`;

// A record of a volume: what is known of it in fields, and the volume's other columns.
const recordOf = (columns, kind, volume, at) => ({
  kind, volume, at, fields: columns[0][at].split(END_OF_FIELD), text: columns[1][at], rest: columns[2] ? columns[2][at] : "",
});
const loadAhead = (kind, first) => {
  for (let next = first; next < Math.min(first + AHEAD, listed[kind].length); next += 1) load(volumeName(kind, next)).catch(() => {});
};
// Goes through all records of a kind, volume by volume; ends where it is asked for no more.
const scan = async (kind, see, isWanted = () => true) => {
  const volumes = listed[kind];
  for (let number = 0; number < volumes.length && isWanted(); number += 1) {
    loadAhead(kind, number);
    const columns = await load(volumeName(kind, number));
    for (let at = 0; at < volumes[number][1]; at += 1) see(recordOf(columns, kind, number, at));
  }
};
const again = async ({ kind, volume, at }) => recordOf(await load(volumeName(kind, volume)), kind, volume, at);
// The record with a number, of kinds whose records are all there is in the order of the report.
const numbered = async (kind, number) => {
  let first = 0;
  for (const [volume, [, n]] of listed[kind].entries()) {
    if (number < first + n) return again({ kind, volume, at: number - first });
    first += n;
  }
  return null;
};
// The record of a comment: those that were compared stand in the order of their ids, the others behind them.
const commentOf = async (id) => {
  const volumes = listed.comments;
  let likely = 0;
  while (likely + 1 < volumes.length && volumes[likely + 1][0] <= id) likely += 1;
  for (const volume of [likely, ...[...volumes.keys()].reverse()]) {
    const columns = await load(volumeName("comments", volume));
    const at = columns[0].findIndex((row) => row.startsWith(id + END_OF_FIELD));
    if (at >= 0) return recordOf(columns, "comments", volume, at);
  }
  return null;
};

// What a row of a comment says; see records.rs.
const [EXACT, CLUSTERED, UNIQUE] = [0, 1, 2];
const about = ({ fields }) => {
  const [id, bucket, cluster, campaign, category, nCopies, nWords, figures, citations, cases, organization, author, day, place, why, edit, own, form, isNew, attachments, isPublic, shared, resubmissionOf, alsoIn, notes] = fields;
  const number = (text) => (text === "" ? null : Number(text));
  return {
    id, bucket: Number(bucket), cluster: number(cluster), campaign: number(campaign), category, nCopies: Number(nCopies) || 1, nWords: Number(nWords),
    numbers: [nWords, figures, citations, cases].map(Number), organization, author, day, place, why, edit, own: Number(own),
    form: form.split(" ").filter(Boolean).map(Number), isNew: isNew !== "", isPublic: isPublic !== "",
    attachments: attachments.split("\n").slice(0, -1), shared: shared.split("\n").slice(0, -1), resubmissionOf, alsoIn, notes: notes.split("\n").slice(0, -1),
  };
};
const sender = (known) => [known.organization, known.author].filter(Boolean).join(" · ");
const whoAndWhen = (known) => [known.organization, known.author, known.place, known.day].filter(Boolean).join(" · ");
const excerpt = (text, most) => {
  if (text.length <= most) return text;
  const cut = text.lastIndexOf(" ", most);
  return `${text.slice(0, cut > 0 ? cut : most).trimEnd()}…`;
};
const linkTo = (id, words, into) => {
  const link = make("a", words, into);
  link.href = `#comment=${encodeURIComponent(id)}`;
  return link;
};
const factsOf = (known, noun = "attachment") =>
  [[known.nWords, "word"], [known.numbers[1], "figure"], [known.numbers[2], "citation"], [known.numbers[3], "court case"], [known.attachments.length / 2, noun]]
    .filter(([n], at) => n > 0 || at === 0).map(([n, what]) => counted(n, what)).join(" · ");

// The text of a comment, with the stock wording in it marked; what is long of that is folded at its end.
const showText = (text, form, into) => {
  const paragraph = make("p", "", into);
  paragraph.className = "text";
  let at = 0;
  for (let next = 1; next < form.length; next += 2) {
    paragraph.append(text.slice(at, form[next]));
    const stock = text.slice(form[next], form[next + 1]);
    if (stock.length > 200) {
      const folded = make("details", "", paragraph);
      folded.className = "form";
      make("summary", excerpt(stock, 100), folded);
      folded.append(stock);
    } else make("span", stock, paragraph).className = "form";
    at = form[next + 1];
  }
  paragraph.append(text.slice(at));
};
// The pieces of a copy beside its letter: see records.rs.
const piecesOf = (text, marks) => {
  const pieces = [];
  let at = 0;
  const pattern = /([kac])(\d+)|([rf])(\d+):|([gps])/gy;
  for (let found; (found = pattern.exec(marks)); ) {
    const [, own, length, gone, goneLength, sign] = found;
    if (own) {
      pieces.push([own, text.slice(at, at + Number(length))]);
      at += Number(length);
    } else if (gone) {
      const end = pattern.lastIndex + Number(goneLength);
      pieces.push([gone, marks.slice(pattern.lastIndex, end)]);
      pattern.lastIndex = end;
    } else if (sign === "s") at += 2;
    else pieces.push([sign, sign === "g" ? " " : ""]);
  }
  return pieces;
};
const TAGS = { a: "ins", c: "ins", r: "del", f: "del" };
const showMarked = (text, marks, into) => {
  let paragraph = null;
  for (const [sign, piece] of piecesOf(text, marks)) {
    if (sign === "p") paragraph = null;
    else {
      if (!paragraph) {
        paragraph = make("p", "", into);
        paragraph.className = "text";
      }
      if (!TAGS[sign]) paragraph.append(piece);
      else if (sign === "c" || sign === "f") make(TAGS[sign], piece, paragraph).className = "c";
      else make(TAGS[sign], piece, paragraph);
    }
  }
};
const ownWords = (text, marks) => piecesOf(text, marks).filter(([sign]) => sign === "a" || sign === "c").map(([, piece]) => piece).join(" ");

// What is known of a comment besides its text.
const showLinks = async (known, into) => {
  const line = make("p", "", into);
  line.className = "meta";
  linkTo(known.id, "Link to this comment", line);
  if (known.isPublic) {
    line.append(" · ");
    const link = make("a", "On regulations.gov", line);
    link.href = `https://www.regulations.gov/comment/${encodeURIComponent(known.id)}`;
    link.rel = "noreferrer";
  }
  if (known.cluster !== null) {
    const { fields } = await numbered("letters", known.cluster);
    line.append(" · Its letter: ");
    make("a", fields[1], line).href = `#${fields[0]}`;
  } else if (known.campaign !== null) {
    const { fields } = await numbered("campaigns", known.campaign);
    line.append(` · Belongs to ${fields[5]}: `);
    make("a", fields[1], line).href = `#${fields[0]}`;
  }
};
const showAttachments = (known, into) => {
  if (!known.attachments.length) return;
  const list = make("ul", "", into);
  list.className = "meta";
  for (let at = 0; at < known.attachments.length; at += 2) {
    const [name, note] = known.attachments.slice(at, at + 2);
    const item = make("li", "Attachment: ", list);
    if (/^https?:\/\//.test(name)) {
      const link = make("a", name, item);
      link.href = name;
      link.rel = "noreferrer";
    } else item.append(name);
    if (note) item.append(` (${note})`);
  }
};
const showWhole = (record, known, into) => {
  if (record.rest) showMarked(record.text, record.rest, into);
  else if (record.text) showText(record.text, known.form, into);
  if (known.shared.length) {
    make("p", "Sentences that others added, too:", into).className = "meta";
    const list = make("ul", "", into);
    list.className = "meta";
    for (let at = 0; at < known.shared.length; at += 2) make("li", `${known.shared[at + 1]} (${counted(Number(known.shared[at]), "comment")})`, list);
  }
  for (const note of known.notes) make("p", note, into).className = "meta";
  showAttachments(known, into);
  return showLinks(known, into);
};
// A comment or copy in a list: its first words, and the whole once it is opened.
const SHORT = 600;
const showPiece = (record, into) => {
  const known = about(record);
  const isCopy = known.bucket === CLUSTERED || known.bucket === EXACT;
  const folds = isCopy || record.text.length > SHORT;
  const piece = make(folds ? "details" : "div", "", into);
  piece.className = isCopy ? "copy" : "comment";
  piece.dataset.id = known.id;
  const head = folds ? make("summary", "", piece) : piece;
  make("b", known.id, head);
  if (known.isNew) make("span", "new", head).className = "new";
  const what = isCopy ? [known.category, known.nCopies > 1 && counted(known.nCopies, "comment"), known.edit] : [factsOf(known)];
  for (const text of [what.filter(Boolean).join(" · "), whoAndWhen(known)]) {
    head.append(" ");
    make("span", text, head);
  }
  if (!folds) {
    showWhole(record, known, piece);
    return;
  }
  if (!isCopy) make("q", excerpt(record.text.slice(known.form[0] || 0).replace(/\s+/g, " "), 150), head);
  piece.addEventListener("toggle", () => {
    if (piece.childElementCount > 1) return;
    if (isCopy) make("p", known.bucket === EXACT ? "It has the same words as another copy." : `A copy of its letter because ${known.why}.`, piece).className = "meta";
    showWhole(record, known, piece);
  });
};
const showPassageOf = async (record, into) => {
  const [cluster, nComments, nWords, figures, citations, cases, nAttachments, id, who, isNew, , , nHeldBy] = record.fields;
  const piece = make("div", "", into);
  piece.className = "comment";
  linkTo(id, id, piece);
  if (isNew) make("span", "new", piece).className = "new";
  const known = { nWords: Number(nWords), numbers: [nWords, figures, citations, cases].map(Number), attachments: { length: 2 * Number(nAttachments) } };
  for (const text of [factsOf(known) + (nComments > 1 ? ` · in ${counted(Number(nComments), "comment")}` : "") + (Number(nHeldBy) > Number(nComments) ? ` · held by ${counted(Number(nHeldBy), "comment")} of the docket` : ""), who]) {
    piece.append(" ");
    make("span", text, piece);
  }
  const { fields } = await numbered("letters", Number(cluster));
  const small = make("small", " Added to ", piece);
  make("a", fields[1], small).href = `#${fields[0]}`;
  make("p", record.text, piece).className = "text";
};

// Lists: records page by page, with a button for more.
const PAGE = 50;
const showPages = async (records, show, into) => {
  const list = make("div", "", into);
  const more = make("button", "", into);
  more.type = "button";
  const turn = async () => {
    const page = records.splice(0, PAGE);
    more.hidden = true;
    for (const record of page) await show(await again(record), list);
    more.hidden = !records.length;
    more.textContent = `Show ${Math.min(PAGE, records.length)} more of ${counted(records.length, "other")}`;
  };
  more.addEventListener("click", turn);
  await turn();
};
const light = (record, key) => ({ kind: record.kind, volume: record.volume, at: record.at, key });
// The largest number first, the latest day, an organization from A to Z; what has none comes last.
const sortBy = (order, records) =>
  records.sort(({ key: a }, { key: b }) =>
    order === "organization" ? !a - !b || a.localeCompare(b, "en") : order === "day" ? (b > a) - (b < a) : b - a);
// What a list can be chosen and sorted by.
const traitsOf = {
  comments: ({ fields }) => ({ words: fields[6], figures: fields[7], citations: fields[8], cases: fields[9], organization: fields[10], day: fields[12], isNew: fields[18], attachments: fields[19] && 1 }),
  passages: ({ fields }) => ({ often: fields[1], words: fields[2], figures: fields[3], citations: fields[4], cases: fields[5], attachments: fields[6], isNew: fields[9], organization: fields[10], day: fields[11] }),
};
// What is read piece by piece, of the whole docket: chosen by what is typed and ticked, in the order asked for.
const readingList = (name, kind, isOfList, show) => {
  const line = byId(`filter-${name}`);
  if (!line) return;
  const list = byId(`${name}-list`);
  const said = line.lastElementChild;
  const [typed, least] = line.querySelectorAll("[type=search], [type=number]");
  let latest = 0;
  const apply = async () => {
    const run = (latest += 1);
    const asked = [...line.querySelectorAll("[type=checkbox]:checked")].map((box) => box.value);
    const order = line.querySelector("select").value;
    let holds = null;
    const found = [];
    const see = (record) => {
      if (!isOfList(record)) return;
      const traits = traitsOf[kind](record);
      if (Number(traits.words) < Number(least.value) || asked.some((what) => !traits[what] || traits[what] === "0")) return;
      if (holds && !holds(record.text) && !record.fields.some(holds)) return;
      found.push(light(record, order === "organization" || order === "day" ? traits[order] : Number(traits[order])));
    };
    said.textContent = "Looking…";
    try {
      if (typed.value.trim()) holds = matcherOf(typed.value);
      await scan(kind, see, () => run === latest);
      if (run !== latest) return;
      if (order) sortBy(order, found);
      said.textContent = `${found.length.toLocaleString("en")} found`;
      list.textContent = "";
      await showPages(found, show, list);
    } catch (error) {
      said.textContent = error.message;
    }
  };
  let waiting;
  line.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 200);
  });
  const more = byId(`more-${name}`);
  if (more) more.addEventListener("click", apply);
};

readingList("unique", "comments", ({ fields }) => Number(fields[1]) === UNIQUE, showPiece);
readingList("added", "passages", () => true, showPassageOf);

// Rows that are not on the page, and what rows open that is not.
const campaignOf = async (id) => {
  if (!id.startsWith("c")) {
    let found = null;
    await scan("campaigns", (record) => { if (record.fields[0] === id) found = record; }, () => !found);
    return found;
  }
  let home = null;
  await scan("letters", ({ fields }) => { if (fields[0] === id) home = Number(fields[3]); }, () => home === null);
  return home === null ? null : numbered("campaigns", home);
};
const fetchBody = async (row) => {
  if (row.dataset.fetched === undefined) return;
  delete row.dataset.fetched;
  const { rest } = await campaignOf(row.id);
  row.append(document.createRange().createContextualFragment(rest));
};
const showFetched = async (row) => {
  try {
    await fetchBody(row);
    land();
  } catch (error) {
    byId("said").textContent = error.message;
  }
};
const showSection = async (id) => {
  try {
    const found = await campaignOf(id);
    if (!found) return;
    if (!byId(found.fields[0])) campaigns.insertAdjacentHTML("beforeend", found.text);
    await fetchBody(byId(found.fields[0]));
    if (byId(id)) land();
  } catch (error) {
    byId("said").textContent = error.message;
  }
};
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches(".campaign[data-fetched]")) fetchBody(target).catch((error) => make("p", error.message, target));
}, true);
const moreCampaigns = byId("more-campaigns");
if (moreCampaigns) {
  moreCampaigns.addEventListener("click", async () => {
    moreCampaigns.disabled = true;
    try {
      await scan("campaigns", ({ fields, text }) => { if (text && !byId(fields[0])) campaigns.insertAdjacentHTML("beforeend", text); });
      campaigns.classList.add("all");
      moreCampaigns.remove();
    } catch (error) {
      moreCampaigns.textContent = error.message;
    }
  });
}

// What a copy with the same words as its letter is called, and the lists of a letter, each by its link: #edited=c0123456789ab.
const SAME = "same words";
const lists = {
  edited: ["comments", "edited copy", "those with most words of their own first", ({ fields }, number) => fields[2] === number && fields[16] !== "" && fields[4] !== SAME],
  same: ["comments", "copy", "with the same words, by id", ({ fields }, number) => fields[2] === number && Number(fields[1]) === EXACT && fields[4] === SAME],
  passages: ["passages", "added passage", "the most often added first", ({ fields }, number) => fields[0] === number],
  citing: ["comments", "comment", "that cite the letter", ({ fields }, _, id) => fields[25].split(" ").includes(id)],
  opposing: ["comments", "comment", "that say the opposite of the letter", ({ fields }, _, id) => fields[26] === id],
};
const showList = async (kind, id) => {
  const [records, noun, order, isAsked] = lists[kind];
  openViewer(`Letter ${id}`);
  const into = byId("comment-shown");
  try {
    let [number, at, title] = [null, 0, id];
    await scan("letters", ({ fields }) => { if (fields[0] === id) [number, title] = [String(at), fields[1]]; at += 1; }, () => number === null);
    const found = [];
    await scan(records, (record) => { if (isAsked(record, number, id)) found.push(light(record, Number(record.fields[records === "passages" ? 1 : 16]))); });
    sortBy("", found);
    byId("comment-title").textContent = title;
    make("p", `${counted(found.length, noun)}, ${order}`, into).className = "note";
    make("a", "The letter", make("p", "", into)).href = `#${id}`;
    await showPages(found, records === "passages" ? showPassageOf : showPiece, into);
  } catch (error) {
    make("p", error.message, into);
  }
  go(byId("comment-title"));
};

// One comment, of a link: beside its letter where it is a copy.
const viewer = byId("comment");
let openedFrom = document.body;
const openViewer = (title) => {
  if (viewer.hidden) openedFrom = document.activeElement;
  byId("comment-title").textContent = title;
  byId("comment-shown").textContent = "";
  viewer.hidden = false;
};
const showComment = async (id) => {
  openViewer(`Comment ${id}`);
  const into = byId("comment-shown");
  try {
    const record = await commentOf(id);
    if (!record) make("p", "No comment of this docket has this id.", into);
    else await showRecord(record, into);
  } catch (error) {
    make("p", error.message, into);
  }
  go(byId("comment-title"));
};
const showRecord = async (record, into) => {
  const known = about(record);
  const what = [listed.buckets[known.bucket], known.category && !listed.buckets[known.bucket].includes(known.category) && known.category, factsOf(known), whoAndWhen(known)];
  make("p", what.filter(Boolean).join(" · "), into).className = "meta";
  if (known.resubmissionOf) {
    const line = make("p", "The same sender sent this before, in other words: ", into);
    linkTo(known.resubmissionOf, known.resubmissionOf, line);
  }
  if (known.alsoIn) make("p", `The same record also stands in ${known.alsoIn}.`, into).className = "meta";
  let shown = record;
  if (known.bucket === EXACT) {
    const line = make("p", "It has the same words as ", into);
    linkTo(known.why, known.why, line);
    line.append(", whose text this is:");
    shown = (await commentOf(known.why)) || record;
  } else if (known.why) make("p", known.bucket > UNIQUE ? known.why : `A copy of its letter because ${known.why}.`, into).className = "meta";
  const pair = make("div", "", into);
  if (known.cluster !== null) {
    pair.className = "pair";
    const letter = await numbered("letters", known.cluster);
    const left = make("div", "", pair);
    make("h3", `The letter of ${counted(Number(letter.fields[2]), "comment")}`, left);
    make("p", letter.text, left).className = "text";
  }
  const right = make("div", "", pair);
  if (known.cluster !== null) make("h3", known.edit ? `This copy: ${known.edit}` : "This copy", right);
  await showWhole({ ...shown, rest: shown.rest }, { ...about(shown), ...known, form: about(shown).form }, right);
};
byId("close-comment").addEventListener("click", () => {
  viewer.hidden = true;
  history.replaceState(null, "", location.pathname + location.search);
  // Who reads with the keyboard goes on where the comment was opened.
  (openedFrom.checkVisibility() && openedFrom !== document.body ? openedFrom : byId("find-words")).focus();
});

// Whether the volumes are there is known before anybody asks for them.
addEventListener("load", () => setTimeout(() => { if (listed.letters.length) load(volumeName("letters", 0)).catch(() => {}); else if (listed.comments.length) load(volumeName("comments", 0)).catch(() => {}); }, 300));
