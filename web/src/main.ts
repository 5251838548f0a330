import { mount } from "svelte";
import App from "./App.svelte";
import { recall } from "./lib/me.svelte";
import { read } from "./lib/route.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

recall();
read();
addEventListener("popstate", read);
const target = document.getElementById("page");
if (!target) throw new Error("the page has no place for itself");
mount(App, { target });
