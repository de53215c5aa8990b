import { defineConfig } from "vite";

// The package is a folder beside this one, with a three.js of its own for its tests. Relative addresses, so that the result works on any host and in any folder. The level is that of the repository.
export default defineConfig({ base: "./", assetsInclude: ["**/*.obj"], resolve: { dedupe: ["three"] }, server: { fs: { allow: ["../.."] } }, build: { assetsInlineLimit: 0, target: "es2022" } });
