"use strict";
for (const table of document.querySelectorAll("table")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, at) => head.querySelector("button")?.addEventListener("click", () => {
        const falls = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(other => other.hasAttribute("aria-sort") && other.setAttribute("aria-sort", "none"));
        head.setAttribute("aria-sort", falls ? "descending" : "ascending");
        const key = row => row.cells[at].dataset.v ?? row.cells[at].textContent;
        const compare = (a, b) => {
            const [x, y] = [key(a), key(b)];
            if (x === "" || y === "") return (x === "") - (y === "");
            const order = isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y;
            return falls ? -order : order;
        };
        table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compare));
    }));
}
