"use strict";
const dark = matchMedia("(prefers-color-scheme: dark)").matches && {
  colors: {
    primary: { main: "#8fb8ff" },
    success: { main: "#62cf9a" }, warning: { main: "#e9b34f", contrastText: "#12161c" }, error: { main: "#ff8c82" },
    text: { primary: "#e8ecf2", secondary: "#a9b3c1" },
    border: { dark: "#37414e", light: "#37414e" },
    responses: {
      success: { color: "#62cf9a", backgroundColor: "#153524", tabTextColor: "#62cf9a" },
      error: { color: "#ff8c82", backgroundColor: "#42211f", tabTextColor: "#ff8c82" },
      redirect: { color: "#e9b34f", backgroundColor: "#3b3413", tabTextColor: "#e9b34f" },
      info: { color: "#8fb8ff", backgroundColor: "#1b212a", tabTextColor: "#8fb8ff" },
    },
  },
  schema: { nestedBackground: "#1b212a", typeNameColor: "#a9b3c1", linesColor: "#8fb8ff" },
  sidebar: { backgroundColor: "#1b212a", textColor: "#e8ecf2", activeTextColor: "#8fb8ff" },
  typography: { code: { color: "#ff8c82", backgroundColor: "#1b212a" }, links: { color: "#8fb8ff", visited: "#8fb8ff", hover: "#e8ecf2" } },
  rightPanel: { backgroundColor: "#0d1117" },
};
Redoc.init("openapi.json", { hideDownloadButton: false, disableSearch: false, ...(dark && { theme: dark }) }, document.getElementById("page"));
