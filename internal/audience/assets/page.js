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
  // On a projector, ?scroll moves a long board slowly up and down, or by whole screens
  // for people who asked for less motion. A key or a pointer stops it for half a minute.
  const scroll = () => {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches, rest = 5000;
    let way = 1, wait = performance.now() + rest, last = wait, at = 0;
    for (const kind of ["pointerdown", "keydown", "wheel"]) addEventListener(kind, () => { wait = performance.now() + 30000; }, { passive: true });
    const step = (now) => {
      const most = document.documentElement.scrollHeight - innerHeight;
      if (now >= wait && most > 0) {
        at = Math.abs(at - scrollY) > 2 ? scrollY : at;
        at += calm ? way * innerHeight * 0.8 : way * (now - last) * 0.03; // 30 pixels per second
        if (calm) wait = now + 2 * rest;
        if (at >= most || at <= 0) {
          at = Math.min(Math.max(at, 0), most);
          way = at > 0 ? -1 : 1;
          wait = now + rest;
        }
        scrollTo(0, at);
      }
      last = now;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };
  times();
  connect();
  if (new URLSearchParams(location.search).has("scroll")) scroll();
})();
