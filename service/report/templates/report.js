"use strict";
// The page is complete without this script: it only finds, sorts and opens what is there.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const pairs = all(".pair").map((section) => ({
    section,
    name: section.querySelector("h3").textContent.toLowerCase(),
    rows: all(".maps > tbody", section).map((body) => {
      const cells = body.rows[0].cells;
      const summary = body.querySelector("summary");
      return {
        body,
        details: body.querySelector("details"),
        text: [cells[0], cells[2], summary || body.rows[1]].map((each) => each.textContent).join(" ").toLowerCase(),
        keys: [...cells].map((cell) => cell.textContent.trim().toLowerCase()),
        confidence: parseFloat(cells[3].textContent),
        standing: cells[5] ? cells[5].textContent.trim() : "",
        predicate: cells[1].textContent.trim(),
      };
    }),
  }));
  const total = pairs.reduce((sum, pair) => sum + pair.rows.length, 0);

  const tools = document.getElementById("tools");
  const [find, of, told, least, open, count] = ["find", "of", "told", "least", "open", "count"]
    .map((id) => document.getElementById(id));

  const filter = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const floor = parseFloat(least.value) || 0;
    const chosen = told ? told.value : "";
    const idle = !words.length && !floor && !chosen && !of.value;
    let shown = 0;
    for (const pair of pairs) {
      let here = 0;
      for (const row of pair.rows) {
        const fits = words.every((word) => row.text.includes(word) || pair.name.includes(word))
          && (!of.value || row.predicate === of.value)
          && (!chosen || (row.standing || "not judged") === chosen)
          && (!floor || row.confidence >= floor);
        row.body.hidden = !fits;
        here += fits;
      }
      pair.section.hidden = !here && !idle;
      shown += here;
    }
    count.textContent = idle ? `${total} mappings` : `${shown} of ${total} mappings`;
  };

  const sort = (pair, column, header) => {
    const turned = header.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    all("th", header.parentNode).forEach((each) => each.removeAttribute("aria-sort"));
    header.setAttribute("aria-sort", turned > 0 ? "ascending" : "descending");
    const compare = (a, b) => column === 3
      ? (a.confidence || 0) - (b.confidence || 0)
      : (a.keys[column] < b.keys[column] ? -1 : Number(a.keys[column] > b.keys[column]));
    const table = header.closest("table");
    [...pair.rows].sort((a, b) => turned * compare(a, b)).forEach((row) => table.append(row.body));
  };

  for (const pair of pairs) {
    all(".maps thead th", pair.section).forEach((header, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...header.childNodes);
      button.title = "Sort by this column";
      button.addEventListener("click", () => sort(pair, column, header));
      header.append(button);
    });
  }

  open.addEventListener("click", () => {
    const opening = open.textContent.startsWith("Open");
    pairs.forEach((pair) => pair.rows.forEach((row) => {
      if (row.details && !row.body.hidden && !pair.section.hidden) row.details.open = opening;
    }));
    open.textContent = opening ? "Close all reasons" : "Open all reasons";
  });
  tools.addEventListener("submit", (event) => event.preventDefault());
  tools.addEventListener("input", filter);
  tools.hidden = false;
  filter();
})();
