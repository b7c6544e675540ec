// One rule: the folders of src/ import in one direction, imports of types and imports on demand in templates included.
// Circles between files are forbidden by oxlint (.oxlintrc.json), because ESLint's rule for them ignores imports of types.

import { readdirSync } from "node:fs";
import * as typescript from "@typescript-eslint/parser";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import * as svelte from "svelte-eslint-parser";

/** A folder imports only from folders of earlier lines. Folders of one line do not import each other. */
const LAYERS = [
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
  ["notify", "people/links", "rules", "sound"],
  ["people/account"],
  ["friends"],
  ["people", "settings", "help"],
  ["daily"],
  ["zones", "shuffle"],
  ["table/controls", "table/status", "table/seats"],
  ["table/results"],
  ["table/panels"],
  ["table/board"],
  ["table"],
  ["home/thumbnails"],
  ["home", "replay", "statistics"],
  ["learn"],
  ["app"],
];

const unlisted = readdirSync("src", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => entry.parentPath.replaceAll("\\", "/").replace(/^src\/?/, ""))
  .filter((folder) => !LAYERS.flat().includes(folder));
if (unlisted.length > 0) throw new Error(`List these folders in eslint.config.js: ${[...new Set(unlisted)].join(", ")}`);

const filesOf = (folder) => `src/${folder}/*`;
const zones = LAYERS.flatMap((line, i) =>
  line.map((folder) => ({
    target: filesOf(folder),
    from: [...line.filter((other) => other !== folder), ...LAYERS.slice(i + 1).flat()].map(filesOf),
    message: `The layers in eslint.config.js do not allow it for ${folder}.`,
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
