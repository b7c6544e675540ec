import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";

const target = document.getElementById("app")!;
target.replaceChildren(); // what is shown without this file
mount(App, { target });
