// Finding, in every comment of the docket. The language is that of `durian search`: src/search/query.rs has the grammar, and
// src/search/fold.rs says what becomes of a text. A browser holds both against each other (tests/integration/browser.rs).
const SPECIAL = { ß: "ss", æ: "ae", œ: "oe", þ: "th", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", ς: "σ" };
const UNSPACED = /(?=[\p{Alphabetic}\p{N}])[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/gu;
// The words of a text, with a space before, between and behind them.
const folded = (text) => {
  if (/^[\0-\x7f]*$/.test(text)) {
    const words = text.toLowerCase().replaceAll("'", "").replace(/[^a-z0-9]+/g, " ");
    return ` ${words.trim()} `.replace(/^ +$/, " ");
  }
  const words = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[\p{M}'’‘ʼ\u00ad\u200b-\u200d\u2060\ufeff]/gu, "")
    .replace(/[ßæœþøđðłıς]/g, (letter) => SPECIAL[letter]).replace(UNSPACED, " $& ").replace(/[^\p{Alphabetic}\p{N}]+/gu, " ");
  return ` ${words.trim()} `.replace(/^ +$/, " ");
};
const FIELDS = ["text", "author", "organization", "subject", "id", "campaign", "cluster", "bucket", "flag", "date"];
const GUIDE = 'write words, a "phrase in quotation marks", beginn*, field:value, -word to leave out, a OR b';
const [DEEPEST, MOST] = [20, 64];
const must = (holds, what) => {
  if (!holds) throw new Error(`${what}; ${GUIDE}`);
};
const dayOf = (written) => {
  const day = written.trim();
  must(/^(\d{4}(-\d\d(-\d\d)?)?|\*)$/.test(day), "A date is a day, a month or a year: 2031-05-04, 2031-05, 2031");
  return day === "*" ? "" : day;
};
// What a word or phrase asks for; nothing where it has no letter and no digit.
const valueOf = (field, written) => {
  const trimmed = written.trim();
  if (trimmed === "*") return { anything: true };
  if (field === "date") return { days: [dayOf(trimmed), dayOf(trimmed)] };
  const goesOn = trimmed.endsWith("*");
  const plain = goesOn ? trimmed.slice(0, -1) : trimmed;
  must(!plain.includes("*"), "A star stands at the end of a word, for whatever follows");
  const words = folded(plain);
  return words.length > 1 ? { words: goesOn ? words.slice(0, -1) : words } : null;
};
const standsIn = (value, text) => (value.words ? text.includes(value.words) : Boolean(value.anything) && text.length > 1);
const isValue = (value, text) => (value.words ? (value.words.endsWith(" ") ? text === value.words : text.startsWith(value.words)) : standsIn(value, text));
const holdsDay = ({ days, anything }, day) =>
  Boolean(day) && (anything || (day.slice(0, days[0].length) >= days[0] && (!days[1] || day.slice(0, days[1].length) <= days[1])));
// Reads a query: what is asked for, one by one, and how it goes together.
const queryOf = (typed) => {
  let rest = typed.replace(/[“”„]/g, '"');
  const asked = [];
  const isAt = (sign) => {
    rest = rest.trimStart();
    return rest.startsWith(sign) && /^($|[\s()"])/.test(rest.slice(sign.length));
  };
  const takes = (sign) => {
    if (!isAt(sign)) return false;
    rest = rest.slice(sign.length).trimStart();
    return true;
  };
  const takesMinus = () => {
    if (!/^-[^\s)]/.test(rest)) return false;
    rest = rest.slice(1);
    return true;
  };
  const upTo = (mark, what) => {
    const end = rest.indexOf(mark, 1);
    must(end > 0, what);
    const inner = rest.slice(1, end);
    rest = rest.slice(end + 1);
    return inner;
  };
  const fieldOf = () => {
    const [whole, name] = rest.match(/^([A-Za-z]+):/) || [];
    if (!whole) return null;
    const after = rest.slice(whole.length);
    if (FIELDS.includes(name.toLowerCase())) {
      rest = after;
      return name.toLowerCase();
    }
    must(/^($|\s|\/\/)/.test(after), `There is no field ${name}; put what has a colon in it in quotation marks`);
    return null;
  };
  const part = (depth) => {
    if (rest.startsWith("(")) {
      rest = rest.slice(1);
      const inner = any(depth + 1);
      must(rest.startsWith(")"), "A parenthesis is not closed");
      rest = rest.slice(1);
      return inner;
    }
    const field = fieldOf();
    let value;
    if (rest.startsWith('"')) value = valueOf(field, upTo('"', "A quotation mark is not closed"));
    else if (field === "date" && rest.startsWith("[")) {
      const days = upTo("]", "A bracket is not closed");
      const at = days.indexOf(" TO ");
      must(at >= 0, "Between two days stands TO");
      value = { days: [dayOf(days.slice(0, at)), dayOf(days.slice(at + 4))] };
    } else {
      const [word] = rest.match(/^[^\s"()]*/);
      rest = rest.slice(word.length);
      must(!field || word, "A field without a value: write author:name");
      value = valueOf(field, word);
    }
    if (!value) return null;
    must(asked.length < MOST, `It has more than ${MOST} words`);
    const bit = asked.push({ field, value }) - 1;
    return (had) => had[bit];
  };
  const all = (depth) => {
    const parts = [];
    for (;;) {
      while (takes("AND"));
      if (!rest || rest.startsWith(")") || isAt("OR")) break;
      let isLeftOut = false;
      while (takes("NOT") || takesMinus()) isLeftOut = !isLeftOut;
      const one = part(depth);
      if (one) parts.push(isLeftOut ? (had) => !one(had) : one);
    }
    return parts.length ? (had) => parts.every((one) => one(had)) : null;
  };
  const any = (depth) => {
    must(depth <= DEEPEST, `Parentheses are nested more than ${DEEPEST} deep`);
    const parts = [];
    for (;;) {
      const one = all(depth);
      const goesOn = takes("OR");
      must(one || !(goesOn || parts.length), "OR stands between two things");
      if (one) parts.push(one);
      if (!goesOn) return parts.length ? (had) => parts.some((other) => other(had)) : null;
    }
  };
  const holds = any(0);
  must(!rest, "A parenthesis is closed that was not opened");
  must(holds, "There is no word to search for");
  return { asked, holds };
};
const inText = ({ asked }, text) => {
  const words = folded(text);
  return asked.map(({ field, value }) => (!field || field === "text") && standsIn(value, words));
};
const inRecord = ({ asked }, { fields }, [clusters, campaigns]) => {
  const [author, organization, subject, id] = [fields[11], fields[10], fields[27], fields[0]].map(folded);
  const flags = fields[28].split("\n").map(folded);
  const named = (ids, number) => folded(number === "" ? "" : ids[Number(number)] || "");
  return asked.map(({ field, value }) => {
    switch (field) {
      case null: return [author, organization, subject].some((name) => standsIn(value, name)) || ((value.anything || (value.words || "").endsWith(" ")) && isValue(value, id));
      case "text": return false;
      case "author": return standsIn(value, author);
      case "organization": return standsIn(value, organization);
      case "subject": return standsIn(value, subject);
      case "id": return isValue(value, id);
      case "campaign": return isValue(value, named(campaigns, fields[3]));
      case "cluster": return isValue(value, named(clusters, fields[2]));
      case "bucket": return isValue(value, folded(listed.bucket_names[Number(fields[1])]));
      case "flag": return flags.some((flag) => standsIn(value, flag));
      default: return holdsDay(value, fields[12]);
    }
  });
};
const either = (had, other) => had.map((has, bit) => has || other[bit]);
// What the lists ask of a text, or of a field.
const matcherOf = (typed) => {
  const query = queryOf(typed);
  return (text) => query.holds(inText(query, text));
};

const found = byId("found");
const said = byId("said");
const MOST_SHOWN = 8;
const AROUND = 60;
// Shows all that was found of a kind, page by page.
const showHits = async (kind, hits, show) => {
  const title = make("p", "", found);
  make("b", `${kind}: ${hits.length.toLocaleString("en")} found`, title);
  const list = make("ul", "", found);
  let first = 0;
  const turn = async (step) => {
    const next = first + step * MOST_SHOWN;
    if (next < 0 || next >= hits.length) return;
    first = next;
    const page = hits.slice(first, first + MOST_SHOWN);
    const items = make("ul", "", title);
    for (const hit of page) await show(hit, make("li", "", items));
    list.replaceChildren(...items.childNodes);
    items.remove();
    if (step) said.textContent = `${kind}: ${first + 1} to ${first + page.length} of ${hits.length}`;
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
      element.ariaLabel = `${text}: ${kind}`;
      element.addEventListener("click", () => turn(step));
    }
  }
  await turn(0);
};
// What stands around the first word of a text that is asked for.
const aroundOf = (text, query) => {
  const flat = text.replace(/\s+/g, " ");
  const firsts = query.asked.filter(({ value }) => value.words).map(({ value }) => {
    const [, first, more] = value.words.split(" ");
    return more === undefined ? { begins: ` ${first}` } : { is: ` ${first} ` };
  });
  const word = [...flat.matchAll(/[\p{L}\p{N}\p{M}'’]+/gu)].find(([written]) => {
    const form = folded(written);
    return firsts.some(({ is, begins }) => form === is || (begins && form.startsWith(begins)));
  });
  const at = word ? word.index : 0;
  const start = at > AROUND ? flat.lastIndexOf(" ", at - AROUND) + 1 : 0;
  return (start ? "…" : "") + excerpt(flat.slice(start), 3 * AROUND);
};
const showHit = (query) => async (hit, into) => {
  const record = await again(hit);
  const known = about(record);
  linkTo(known.id, known.id, into);
  into.append(` ${record.text ? aroundOf(record.text, query) : [listed.buckets[known.bucket], sender(known), known.day, known.bucket > UNIQUE && known.why].filter(Boolean).join(" · ")}`);
};
const showLetterHit = (query) => async (hit, into) => {
  const { fields, text } = await again(hit);
  make("a", fields[1], into).href = `#${fields[0]}`;
  into.append(` (${counted(Number(fields[2]), "comment")}) ${text ? aroundOf(text, query) : ""}`);
};
const showPassageHit = (query) => async (hit, into) => {
  const { fields, text } = await again(hit);
  linkTo(fields[7], fields[7], into);
  into.append(` ${aroundOf(text, query)}${fields[1] > 1 ? ` (in ${counted(Number(fields[1]), "comment")})` : ""}`);
};
// Goes through the docket once, for the comments that hold what is asked for, and for the letters and added passages that do.
const search = async (query, isWanted) => {
  const hits = { unique: [], copies: [], exact: [], aside: [], letters: [], passages: [], nOwn: 0 };
  const ids = [[], []];
  for (const kind of ["comments", "letters", "passages"]) loadAhead(kind, 0);
  await scan("letters", (record) => {
    ids[0].push(record.fields[0]);
    if (query.holds(inText(query, record.text))) hits.letters.push(light(record, 0));
  }, isWanted);
  await scan("campaigns", (record) => ids[1].push(record.fields[0]), isWanted);
  await scan("passages", (record) => { if (query.holds(inText(query, record.text))) hits.passages.push(light(record, 0)); }, isWanted);
  // Exact copies have the text of another comment, which may come behind them.
  const [texts, waiting] = [new Map(), []];
  await scan("comments", (record) => {
    const { fields, text, rest } = record;
    const bucket = Number(fields[1]);
    const [own, ofText] = [inRecord(query, record, ids), inText(query, text)];
    if (bucket === EXACT) {
      waiting.push([light(record, 0), own, fields[14]]);
      return;
    }
    if (bucket === CLUSTERED) texts.set(fields[0], ofText);
    if (!query.holds(either(own, ofText))) return;
    if (bucket === UNIQUE) hits.unique.push(light(record, 0));
    else if (bucket === CLUSTERED) {
      hits.copies.push(light(record, 0));
      if (rest && query.holds(either(own, inText(query, ownWords(text, rest))))) hits.nOwn += 1;
    } else hits.aside.push(light(record, 0));
  }, isWanted);
  for (const [hit, own, of] of waiting) if (query.holds(texts.has(of) ? either(own, texts.get(of)) : own)) hits.exact.push(hit);
  return hits;
};
const showAll = async (hits, query) => {
  for (const [kind, of, show] of [
    ["Unique comments", hits.unique, showHit(query)],
    ["Copies of letters", hits.copies, showHit(query)],
    ["Comments with the same words as one of these copies", hits.exact, showHit(query)],
    ["Added passages", hits.passages, showPassageHit(query)],
    ["Letters", hits.letters, showLetterHit(query)],
    ["Not compared", hits.aside, showHit(query)],
  ]) if (of.length) await showHits(kind, of, show);
};
let searches = 0;
const find = async () => {
  const typed = byId("find-words").value.trim();
  const run = (searches += 1);
  found.textContent = "";
  byId("close").hidden = !typed;
  said.textContent = typed ? "Looking…" : "";
  if (!typed) return;
  const isWanted = () => run === searches;
  try {
    const query = queryOf(typed);
    const hits = await search(query, isWanted);
    if (!isWanted()) return;
    const n = hits.unique.length + hits.copies.length + hits.exact.length + hits.aside.length;
    const nCopies = hits.copies.length + hits.exact.length;
    const own = hits.nOwn ? ` (${hits.nOwn.toLocaleString("en")} in words added to the letter or changed in it)` : "";
    const parts = [
      hits.unique.length && counted(hits.unique.length, "unique comment"),
      nCopies && `${counted(nCopies, "copy")} of ${nCopies === 1 ? "a letter" : "letters"}${own}`,
      hits.aside.length && `${hits.aside.length.toLocaleString("en")} not compared`,
    ].filter(Boolean);
    said.textContent = `${counted(n, "comment")} of the docket ${n === 1 ? "holds" : "hold"} this${n ? `: ${parts.join(", ")}` : ""}`;
    await showAll(hits, query);
  } catch (error) {
    said.textContent = error.message;
  }
};
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
