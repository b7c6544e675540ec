/** The page with mock tables: `npm run dev`, then open dev/index.html#/room/trick (or any other name of VIEWS). */

import "./server";

void import("../src/app/main");
