"use strict";
// On a narrow screen the report's frame is as high as the report: the page scrolls as one.
(function () {
  const frame = document.querySelector("iframe.report");
  if (!frame) return;
  const narrow = matchMedia("(max-width:78rem)");
  function fit() {
    const report = frame.contentDocument?.documentElement; // none: the browser refused it
    frame.style.height = narrow.matches && report ? report.offsetHeight + 2 + "px" : "";
  }
  const observer = new ResizeObserver(fit);
  function watch() {
    observer.disconnect();
    const report = frame.contentDocument;
    if (!report) return;
    // A mark that is jumped to has 40 % of the screen above it, not of the report.
    for (const mark of report.querySelectorAll("mark, mark span")) mark.style.scrollMargin = 0.4 * innerHeight + "px 0";
    observer.observe(report.documentElement);
  }
  frame.addEventListener("load", watch);
  narrow.addEventListener("change", fit);
  watch();
})();
// Follows a running review: what the server sends is only ever put in as text.
(function () {
  const live = document.getElementById("live");
  if (!live || !window.EventSource) return;
  const data = live.dataset, rows = document.getElementById("judges");
  const at = (id) => document.getElementById(id);
  const words = JSON.parse(data.words);
  let last = Number(data.last);

  function rowOf(judge) {
    for (const row of rows.rows) if (row.dataset.judge === judge) return row;
    const row = rows.insertRow();
    row.dataset.judge = judge;
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = words.judges[judge] || judge;
    row.append(head);
    for (let i = 0; i < 2; i++) row.insertCell();
    row.cells[2].className = "num";
    return row;
  }

  function show(e) {
    if (e.seq <= last) return;
    last = e.seq;
    if (e.total) {
      at("bar").max = e.total;
      at("bar").value = e.done;
      at("count").textContent = data.of.replace("%d", e.done).replace("%d", e.total);
    }
    if (e.type === "phase") at("phase").textContent = words.phases[e.phase] || e.phase;
    if (!e.judge) return;
    const row = rowOf(e.judge);
    row.cells[1].textContent = e.type === "judge_started" ? data.asked : e.type === "judge_retry" ? data.again : words.outcomes[e.outcome] || e.outcome || "";
    row.cells[2].textContent = e.score || "";
    if (e.text && e.type !== "judge_started") {
      const says = row.cells[1].appendChild(document.createElement("div"));
      says.className = "hint";
      says.textContent = e.text;
    }
    row.classList.add("fresh");
  }

  const source = new EventSource(data.events + "?after=" + last);
  for (const type of ["phase", "judge_started", "judge_retry", "judge_finished", "done", "failed"])
    source.addEventListener(type, (m) => show(JSON.parse(m.data)));
  source.addEventListener("open", () => { at("say").textContent = data.live; });
  source.addEventListener("error", () => { at("say").textContent = data.lost; });
  source.addEventListener("end", () => {
    source.close();
    at("say").textContent = data.done;
    setTimeout(() => location.reload(), 700);
  });
})();
