import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { readPreferences } from "./lib/local";

document.documentElement.dataset["theme"] = readPreferences().theme;
mount(App, { target: document.getElementById("app")! });
