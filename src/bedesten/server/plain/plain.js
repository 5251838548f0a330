// The plain page: the view as text, the choices as buttons. It knows no rule.
"use strict";

const TEXTS = {
  en: { language: "Language", game: "Game", bots: "Bots", level: "Level", open_seats: "Seats for others",
    begin: "Begin", mine: "My tables", log: "What happened", view: "The table", say: "Say", undo: "Undo",
    ask_undo: "Ask to undo", fill: "Begin with bots", join: "Link to join", watch: "Link to watch",
    sit: "Sit down", wait: "The others are to decide.", over: "The game is over.", leave: "Leave",
    back: "Sit down again", again: "Another game", record: "Record", hint: "Hint", agree: "Agree",
    refuse: "Refuse", gone: "Connection lost; trying again.", wants: "would like to undo a choice." },
  de: { language: "Sprache", game: "Spiel", bots: "Bots", level: "Stärke", open_seats: "Plätze für andere",
    begin: "Los", mine: "Meine Tische", log: "Was geschah", view: "Der Tisch", say: "Sagen", undo: "Rückgängig",
    ask_undo: "Um Rücknahme bitten", fill: "Mit Bots beginnen", join: "Link zum Mitspielen", watch: "Link zum Zuschauen",
    sit: "Hinsetzen", wait: "Die anderen sind an der Reihe.", over: "Das Spiel ist vorbei.", leave: "Aufstehen",
    back: "Meinen Platz wieder einnehmen", again: "Noch ein Spiel", record: "Aufzeichnung", hint: "Rat", agree: "Einverstanden",
    refuse: "Ablehnen", gone: "Verbindung verloren; neuer Versuch.", wants: "möchte eine Wahl zurücknehmen." },
  fr: { language: "Langue", game: "Jeu", bots: "Robots", level: "Force", open_seats: "Places pour d'autres",
    begin: "Commencer", mine: "Mes tables", log: "Ce qui s'est passé", view: "La table", say: "Dire", undo: "Annuler",
    ask_undo: "Demander à annuler", fill: "Commencer avec des robots", join: "Lien pour jouer", watch: "Lien pour regarder",
    sit: "S'asseoir", wait: "C'est aux autres de décider.", over: "La partie est finie.", leave: "Se lever",
    back: "Reprendre ma place", again: "Encore une partie", record: "Notation", hint: "Conseil", agree: "D'accord",
    refuse: "Refuser", gone: "Connexion perdue ; nouvel essai.", wants: "voudrait annuler un choix." },
};

const at = (id) => document.getElementById(id);
let me, games, socket, shown, language = "en", last = null, sent = 0, pending = null;

function say(key) { return TEXTS[language][key]; }

function element(kind, text, act) {
  const made = document.createElement(kind);
  made.textContent = text;
  if (act) made.addEventListener("click", act);
  return made;
}

async function call(path, body, method) {
  const asked = { method: method || (body === undefined ? "GET" : "POST"), headers: { "accept-language": language } };
  if (body !== undefined) {
    asked.body = JSON.stringify(body);
    asked.headers["content-type"] = "application/json";
  }
  const answer = await fetch(path, asked);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.text);
  return found;
}

function guarded(act) {
  return async (event) => {
    if (event) event.preventDefault();
    at("problem").textContent = "";
    try { await act(); } catch (error) { at("problem").textContent = error.message; }
  };
}

// -- the lobby --------------------------------------------------------------

function options(select, values) {
  select.replaceChildren(...values.map((one) => new Option(one.text, one.value)));
}

function offerSeats() {
  const game = games.find((one) => one.name === at("game").value);
  const [least, most] = game.seats;
  const counts = (first) => Array.from({ length: most - first }, (_, n) => ({ text: n + first, value: n + first }));
  options(at("bots"), counts(0));
  options(at("open"), counts(0));
  at("bots").value = Math.max(least - 1, 0);
  options(at("level"), game.levels.map((one) => ({ text: one.text, value: one.name })));
  at("level").value = game.usual_level;
}

async function lobby() {
  at("lobby").hidden = false;
  games = await call(`/api/games?language=${language}`);
  options(at("game"), games.map((one) => ({ text: one.title, value: one.name })));
  offerSeats();
  const mine = await call("/api/tables?which=mine");
  at("tables").replaceChildren(...mine.map((one) => {
    const item = document.createElement("li");
    const link = element("a", `${one.game} · ${one.seats.map((s) => s.name || "…").join(", ")} · ${one.status}`);
    link.href = `/plain#${one.id}`;
    item.append(link);
    return item;
  }));
}

const open = guarded(async () => {
  const repeat = (n, seat) => Array.from({ length: Number(n) }, () => seat);
  const seats = [{ kind: "me" }, ...repeat(at("open").value, { kind: "open" }),
    ...repeat(at("bots").value, { kind: "bot", level: at("level").value })];
  const table = await call("/api/tables", { game: at("game").value, seats, pace: "fast" });
  location.hash = table.id;
});

// -- a table ----------------------------------------------------------------

function connect(id, token) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = new URLSearchParams({ language, watch: token || "" });
  if (last !== null) query.set("after", last);
  socket = new WebSocket(`${scheme}://${location.host}/api/tables/${id}/socket?${query}`);
  socket.onmessage = (event) => receive(JSON.parse(event.data), id);
  socket.onclose = (event) => {
    pending = null;
    if (event.code >= 4400) return;
    at("problem").textContent = say("gone");
    setTimeout(() => connect(id, token), 1000);
  };
}

// Every message has an id; exactly one answer comes back with it.
function send(message) {
  sent += 1;
  socket.send(JSON.stringify({ ...message, id: sent }));
  return sent;
}

function receive(message, id) {
  if (message.type === "error") at("problem").textContent = message.text;
  if (message.type === "snapshot") {
    shown = message;
    at("problem").textContent = "";
    at("log").replaceChildren();
    message.log.forEach(tell);
    message.chat.forEach(tellLine);
  } else if (message.type === "moved") {
    if (message.undone) {
      [...at("log").children].filter((one) => one.dataset.n > message.keep).forEach((one) => one.remove());
    }
    tell(message.entry);
    Object.assign(shown, { view: message.view, asked: message.asked, back: message.back, seat: message.seat });
  } else if (message.type === "table") {
    shown.table = message.table;
  } else if (message.type === "chat") {
    tellLine(message.line);
  } else if (message.type === "request") {
    shown.request = message.request;
  } else if (message.type === "hint") {
    at("problem").textContent = message.text;
  }
  if (message.seq !== undefined) last = message.seq;
  if (message.id === pending) pending = null;
  if (shown) draw(id);
}

function tell(entry) {
  for (const event of entry.events) {
    const item = element("li", event.text);
    item.dataset.n = entry.n;
    item.title = event.clause;
    at("log").append(item);
  }
  at("log").scrollTop = at("log").scrollHeight;
}

function tellLine(line) {
  at("log").append(element("li", `${line.name}: ${line.text}`));
  at("log").scrollTop = at("log").scrollHeight;
}

function draw(id) {
  const { table, view, asked, back, request, seat } = shown;
  at("seats").textContent = table.seats
    .map((one, n) => `${table.deciding.includes(n) ? "▸ " : ""}${one.name || "…"}${one.stand_in ? " (bot)" : ""}`)
    .join("   ");
  at("links").replaceChildren(...["join", "watch"].filter((one) => table[`${one}_link`]).map((one) => {
    const link = element("a", say(one));
    link.href = table[`${one}_link`];
    const holder = element("span", "");
    holder.append(link, " ");
    return holder;
  }));
  at("view").textContent = view ? JSON.stringify(view, null, 1) : "";
  const [question] = asked;
  at("question").textContent = question ? question.text : table.status === "over" ? say("over") : say("wait");
  at("choices").replaceChildren(...(question ? question.choices : []).map((choice) => {
    const item = document.createElement("li");
    const button = element("button", choice.text, () => {
      if (pending !== null) return;
      pending = send({ type: "play", seq: question.seq, seat: question.seat, words: [choice.word] });
    });
    button.dataset.word = choice.word;
    if (choice.consequences.length) button.append(element("small", choice.consequences.join(" ")));
    item.append(button);
    return item;
  }));
  drawActions(id, table, back, request, seat, question);
}

function drawActions(id, table, back, request, seat, question) {
  const buttons = [];
  const offer = (key, act) => buttons.push(element("button", say(key), act));
  const post = (verb, body) => guarded(async () => { await call(`/api/tables/${id}/${verb}`, body || {}); });
  if (table.status === "waiting" && table.host) offer("fill", post("start"));
  if (table.status === "waiting" && !table.mine.length) offer("sit", post("join"));
  if (seat !== null && table.status === "playing") {
    if (back.free) offer("undo", () => send({ type: "take_back", seat }));
    else if (back.by_consent) offer("ask_undo", () => send({ type: "take_back", seat }));
    if (question) offer("hint", () => send({ type: "hint", seat }));
    offer(table.seats[seat].stand_in ? "back" : "leave", post(table.seats[seat].stand_in ? "return" : "leave"));
  }
  if (request) {
    buttons.push(element("span", `${table.seats[request.seat].name} ${say("wants")}`));
    for (const own of request.waiting_for.filter((one) => table.mine.includes(one))) {
      offer("agree", () => send({ type: "consent", seat: own, agree: true }));
      offer("refuse", () => send({ type: "consent", seat: own, agree: false }));
    }
  }
  if (table.status === "over") {
    const link = element("a", say("record"));
    link.href = `/api/tables/${id}/record`;
    buttons.push(link);
    if (table.mine.length) {
      offer("again", guarded(async () => { location.hash = (await call(`/api/tables/${id}/rematch`, {})).id; }));
    }
  }
  at("actions").replaceChildren(...buttons);
}

// -- beginning --------------------------------------------------------------

async function begin() {
  me = await call("/api/me");
  language = me.language;
  document.documentElement.lang = language;
  at("language").value = language;
  at("me").textContent = me.name;
  document.querySelectorAll("[data-say]").forEach((one) => { one.textContent = say(one.dataset.say); });
  const [, verb, id] = location.pathname.split("/");
  const token = new URLSearchParams(location.search).get("token");
  const table = ["t", "join", "seat", "watch"].includes(verb) ? id : location.hash.slice(1);
  if (!table) return lobby();
  at("table").hidden = false;
  if (verb === "join" || verb === "seat") {
    try { await call(`/api/tables/${table}/join`, { token }); } catch (error) { at("problem").textContent = error.message; }
    history.replaceState(null, "", `/t/${table}`);
  }
  connect(table, verb === "watch" ? token : "");
}

at("new").addEventListener("submit", open);
at("game").addEventListener("change", offerSeats);
at("chat").addEventListener("submit", (event) => {
  event.preventDefault();
  if (at("line").value) send({ type: "chat", text: at("line").value });
  at("line").value = "";
});
at("language").addEventListener("change", async () => {
  await call("/api/me", { language: at("language").value }, "PATCH");
  location.reload();
});
addEventListener("hashchange", () => location.reload());
guarded(begin)();
