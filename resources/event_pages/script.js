(() => {
  const every = 15000;
  let typedAt = -Infinity;

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  function find() {
    const input = document.getElementById("name");
    if (!input) return;
    input.form.hidden = false;
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const row of document.querySelectorAll("[data-name]")) {
      const name = plain(row.dataset.name);
      row.hidden = !words.every((word) => name.includes(word));
      found += !row.hidden;
    }
    const list = document.querySelector(".places");
    if (list) list.classList.toggle("one", words.length > 0 && found === 1);
    const nobody = document.getElementById("nobody");
    if (nobody) nobody.hidden = found > 0;
  }

  function show(fresh) {
    const open = [...document.querySelectorAll("details[open]")].map((each) => each.id);
    for (const part of ["header", "main"]) {
      const here = document.querySelector(part);
      const there = fresh.querySelector(part);
      if (here && there && here.innerHTML !== there.innerHTML) here.replaceWith(there);
    }
    const form = document.querySelector("form[role=search]");
    const newForm = fresh.querySelector("form[role=search]");
    if (!form && newForm) document.querySelector("main").before(newForm);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    find();
    live.tick();
  }

  async function refresh(whole) {
    // What somebody is filling in stays for a while.
    if (performance.now() - typedAt < 60000) return;
    const updated = document.getElementById("updated");
    const language = document.documentElement.lang;
    const now = new Date().toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
    try {
      const page = await live.fresh(document.body.dataset.page || location.pathname, whole);
      if (page) show(page);
      updated.textContent = updated.dataset.current.replace("{time}", now);
    } catch {
      updated.textContent = updated.dataset.lost;
    }
  }

  find();
  document.addEventListener("input", (event) => {
    if (event.target.closest("main")) typedAt = performance.now();
    find();
  });
  document.addEventListener("submit", (event) => {
    if (event.target.getAttribute("role") !== "search") return;
    event.preventDefault();
    find();
  });
  if (location.protocol.startsWith("http") && document.body.dataset.page !== "none") {
    setInterval(() => document.hidden || refresh(false), every + Math.random() * 5000);
    // The server has left out whoever was not asked for.
    if (location.search) refresh(true);
    document.addEventListener("visibilitychange", () => document.hidden || refresh(true));
  }
})();
