"use strict";
// Puts each new board in place as the server tells of it. The browser connects
// again by itself; what it then gets is the newest board.
(() => {
  const body = document.body, board = document.getElementById("board");
  const state = document.getElementById("state"), say = document.getElementById("say");
  const show = (live) => {
    state.textContent = live ? body.dataset.live : body.dataset.lost;
    state.className = "state " + (live ? "live" : "lost");
  };
  const times = () => {
    for (const t of board.querySelectorAll("time")) {
      t.textContent = new Date(t.dateTime).toLocaleString(document.documentElement.lang);
    }
  };
  const sums = () => {
    const out = new Map();
    for (const r of board.querySelectorAll("tr[data-key]")) out.set(r.dataset.key, r.dataset.sum);
    return out;
  };
  const connect = () => {
    const source = new EventSource(body.dataset.events);
    source.onopen = () => show(true);
    source.onerror = () => {
      show(false);
      // Closed for good, as by a server that restarts: start over in a while.
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, 5000);
    };
    source.addEventListener("board", (e) => {
      const next = JSON.parse(e.data);
      show(true);
      if (next.id === body.dataset.id) return;
      const before = sums();
      body.dataset.id = next.id;
      board.innerHTML = next.html; // escaped by the server
      for (const r of board.querySelectorAll("tr[data-key]")) {
        if (before.get(r.dataset.key) !== r.dataset.sum) r.classList.add("moved");
      }
      times();
      say.textContent = next.say;
    });
  };
  times();
  connect();
})();
