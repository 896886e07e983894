"use strict";
// Shared by all pages: clocks that go on, and what changed since the page was shown.
const live = (() => {
  let tag = document.body.dataset.tag || null;
  let shownAt = performance.now();

  function secondsLeft(clock) {
    const { left, ends } = clock.dataset;
    const passed = (performance.now() - shownAt) / 1000;
    return Math.round(ends ? Number(ends) - Date.now() / 1000 : Number(left) - passed);
  }

  function tick() {
    for (const clock of document.querySelectorAll(".clock[data-running]")) {
      const seconds = secondsLeft(clock);
      const whole = Math.abs(seconds);
      const rest = String(whole % 60).padStart(2, "0");
      clock.textContent = `${seconds < 0 ? "\u2212" : ""}${Math.floor(whole / 60)}:${rest}`;
      clock.classList.toggle("late", seconds < 0);
    }
  }

  // Return the page as it is now, or null where it has not changed; fails without a connection.
  async function fresh(address, whole) {
    const head = await fetch(address, { method: "HEAD", cache: "no-store" });
    if (!head.ok) throw new Error(head.statusText);
    const latest = (head.headers.get("ETag") || head.headers.get("Last-Modified") || "")
      .replace(/^W\/|"/g, "");
    if (!whole && latest === tag) return null;
    const answer = await fetch(address, { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    tag = latest;
    shownAt = performance.now();
    return page;
  }

  setInterval(tick, 250);
  return { secondsLeft, tick, fresh };
})();
live.tick();
