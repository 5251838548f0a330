import { mount } from "svelte";
import App from "./App.svelte";
import { guardClicks } from "./lib/guard";
import { restore } from "./lib/me.svelte";
import { read } from "./lib/route.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

restore();
read();
addEventListener("popstate", read);
document.addEventListener("visibilitychange", () =>
  document.documentElement.toggleAttribute("data-hidden", document.hidden),
);
const target = document.getElementById("page");
if (!target) throw new Error("there is no element #page");
guardClicks(document.body);
mount(App, { target });
