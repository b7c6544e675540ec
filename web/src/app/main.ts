import { mount } from "svelte";

import { settings } from "../base/settings.svelte";
import App from "./App.svelte";
import "./app.css";

const target = document.getElementById("app")!;
target.replaceChildren(); // what is shown without this file
mount(App, { target });

// When the page is there: neither is needed to show it.
addEventListener("load", () => {
  void import("../notify/worker").then(({ startWorker }) => startWorker());
  // Whoever has allowed notifications once may also have left a page before it could end them.
  const allowed = "Notification" in globalThis && Notification.permission === "granted";
  if (settings.notify || allowed) void import("../notify/notifications").then(({ agree }) => agree());
});
