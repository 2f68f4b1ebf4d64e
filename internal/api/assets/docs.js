"use strict";
// The validator badge would send the description to a server elsewhere.
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#ui",
  deepLinking: true,
  validatorUrl: null,
  docExpansion: "list",
  persistAuthorization: false,
});
