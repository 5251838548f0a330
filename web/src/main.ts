import { mount } from "svelte";
import App from "./App.svelte";
import { restore } from "./lib/me.svelte";
import { read } from "./lib/route.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

restore();
read();
addEventListener("popstate", read);
const target = document.getElementById("page");
if (!target) throw new Error("there is no element #page");
mount(App, { target });
