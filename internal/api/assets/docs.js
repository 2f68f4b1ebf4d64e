"use strict";
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();
// The validator badge would send the description to a server elsewhere.
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#ui",
  deepLinking: true,
  validatorUrl: null,
  docExpansion: "list",
  persistAuthorization: false,
});
