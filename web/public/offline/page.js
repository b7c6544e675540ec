/** The page that is shown while the server cannot be reached: it looks whether it is back. */

const AGAIN = 10_000; // milliseconds

function tell() {
  document.getElementById("why").textContent = navigator.onLine ? "The server does not answer." : "You are offline.";
}

async function look() {
  tell();
  try {
    if (!document.hidden && (await fetch("livez", { cache: "no-store" })).ok) location.reload();
  } catch {
    // not yet
  }
}

tell();
document.querySelector("button").addEventListener("click", () => location.reload());
addEventListener("online", look);
addEventListener("offline", tell);
document.addEventListener("visibilitychange", look);
setInterval(look, AGAIN);
