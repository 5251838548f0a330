import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createReadStream, existsSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";

const server = process.env.BEDESTEN_SERVER ?? "http://127.0.0.1:8000";

/** In development, positions to draw a table from, without a server. */
function fixtures(): Plugin {
  return {
    name: "fixtures",
    configureServer(dev) {
      dev.middlewares.use("/fixtures", (request, response, next) => {
        const file = resolve("fixtures", `.${(request.url ?? "").split("?")[0]}`);
        if (!file.endsWith(".json") || !existsSync(file)) return next();
        response.setHeader("content-type", "application/json");
        createReadStream(file).pipe(response);
      });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), fixtures()],
  build: {
    outDir: "../src/bedesten/server/page",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    strictPort: false,
    proxy: { "/api": { target: server, ws: true }, "/health": server, "/schema": server },
  },
  test: { include: ["src/**/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
