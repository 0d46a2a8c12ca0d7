import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env["GROGNARD_API"] ?? "http://localhost:1805";

export default defineConfig({
  plugins: [svelte()],
  server: { port: 5173, proxy: { "/api": server } },
  preview: { port: 4173, proxy: { "/api": server } },
  // The content-security policy of the server allows nothing inline, so nothing may be inlined.
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
