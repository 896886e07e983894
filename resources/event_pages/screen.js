(() => {
  const every = 5000;
  const slides = () => [...document.querySelectorAll(".slide")];
  const wall = document.body.classList.contains("wall");
  let at = 0;
  let timer = 0;
  let left = null;

  function showSlide(index) {
    const all = slides();
    if (!all.length) return;
    at = (index + all.length) % all.length;
    all.forEach((each, number) => each.classList.toggle("shown", number === at));
    document.getElementById("dots").replaceChildren(
      ...all.map((_, number) => {
        const dot = document.createElement("i");
        dot.classList.toggle("on", number === at);
        return dot;
      }),
    );
    clearTimeout(timer);
    timer = setTimeout(() => showSlide(at + 1), 1000 * Number(all[at].dataset.seconds));
  }

  // A gong of two tones, made here. Browsers play it only after somebody has clicked.
  const Audio = window.AudioContext;
  const audio = wall && Audio ? new Audio() : null;
  const button = document.getElementById("sound");

  function showSound() {
    if (button) button.hidden = !audio || audio.state === "running";
  }

  function gong() {
    if (!audio || audio.state !== "running") return;
    for (const stroke of [0, 1.2, 2.4]) {
      for (const [pitch, loudness] of [[523.25, 0.5], [659.25, 0.3]]) {
        const tone = audio.createOscillator();
        const volume = audio.createGain();
        const start = audio.currentTime + stroke;
        tone.frequency.value = pitch;
        volume.gain.setValueAtTime(loudness, start);
        volume.gain.exponentialRampToValueAtTime(0.001, start + 1.1);
        tone.connect(volume).connect(audio.destination);
        tone.start(start);
        tone.stop(start + 1.1);
      }
    }
  }

  function callTime() {
    gong();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const body = document.body;
    const clock = slides().findIndex((each) => each.classList.contains("time"));
    if (clock >= 0) {
      showSlide(clock);
      clearTimeout(timer);
      timer = setTimeout(() => showSlide(at + 1), 20000);
    }
    body.classList.add("over");
    // Once a second at most: faster flashes can harm people.
    for (let beat = 1; beat < 11 && !still; beat += 1) {
      setTimeout(() => body.classList.toggle("over", beat % 2 === 0), beat * 1000);
    }
    setTimeout(() => body.classList.remove("over"), 20000);
  }

  function watchClock() {
    const clock = document.querySelector(".clock");
    const now = clock && clock.dataset.running ? live.secondsLeft(clock) : null;
    if (left !== null && now !== null && left > 0 && now <= 0) callTime();
    left = now;
    for (const each of document.querySelectorAll(".called")) each.hidden = !(now !== null && now <= 0);
  }

  async function refresh() {
    const updated = document.getElementById("updated");
    try {
      const page = await live.fresh(location.pathname + location.search, false);
      if (page) {
        for (const part of ["header", "main"]) {
          const there = page.querySelector(part);
          if (there) document.querySelector(part).replaceWith(there);
        }
        live.tick();
        if (wall) showSlide(at);
      }
      if (updated) updated.textContent = "";
    } catch {
      if (updated) updated.textContent = updated.dataset.lost;
    }
  }

  if (wall) {
    showSlide(0);
    showSound();
    setInterval(watchClock, 250);
    if (audio) audio.addEventListener("statechange", showSound);
    button.addEventListener("click", () => audio.resume().then(gong));
    document.addEventListener("keydown", (event) => {
      if (event.key === "ArrowRight") showSlide(at + 1);
      if (event.key === "ArrowLeft") showSlide(at - 1);
    });
  }
  setInterval(refresh, every);
})();
