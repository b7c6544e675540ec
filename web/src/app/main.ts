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
  if (settings.notify) void import("../notify/notifications").then(({ subscribe }) => subscribe());
});
