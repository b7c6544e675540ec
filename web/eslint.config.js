// One rule: the rooms of src/ import in one direction. Circles within a room are oxlint's task (.oxlintrc.json), whose rule
// also follows imports of types; ESLint, with a parser for Svelte, also sees what a template loads on demand.

import { readdirSync } from "node:fs";
import * as typescript from "@typescript-eslint/parser";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import * as svelte from "svelte-eslint-parser";

/** From the bottom to the top: a room imports from those above it in this list. Rooms of one line know nothing of each other. */
const ROOMS = [
  ["protocol"],
  ["gestures", "layout"],
  ["base"],
  ["api"],
  ["ui", "card"],
  ["motion"],
  ["room/info"],
  ["room/state"],
  ["room/playback"],
  ["room/input"],
  ["room"],
  ["people/links", "rules", "sound"],
  ["people", "settings", "help"],
  ["zones", "shuffle"],
  ["table/controls", "table/status", "table/seats"],
  ["table/results"],
  ["table/panels"],
  ["table/board"],
  ["table"],
  ["home", "replay", "statistics"],
  ["app"],
];

const unlisted = readdirSync("src", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => entry.parentPath.replaceAll("\\", "/").replace(/^src\/?/, ""))
  .filter((folder) => !ROOMS.flat().includes(folder));
if (unlisted.length > 0) throw new Error(`Say in eslint.config.js where these rooms stand: ${[...new Set(unlisted)].join(", ")}`);

const filesOf = (room) => `src/${room}/*`;
const zones = ROOMS.flatMap((line, i) =>
  line.map((room) => ({
    target: filesOf(room),
    from: [...line.filter((other) => other !== room), ...ROOMS.slice(i + 1).flat()].map(filesOf),
    message: `${room} stands below it (see eslint.config.js).`,
  })),
).filter(({ from }) => from.length > 0);

export default [
  {
    files: ["src/**/*.{ts,svelte}"],
    plugins: { "import-x": importX },
    settings: { "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".svelte"] })] },
    linterOptions: { reportUnusedDisableDirectives: "off" },
    languageOptions: { parser: typescript },
    rules: { "import-x/no-restricted-paths": ["error", { zones }] },
  },
  {
    files: ["src/**/*.svelte"],
    languageOptions: { parser: svelte, parserOptions: { parser: typescript } },
  },
];
