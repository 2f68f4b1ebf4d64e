"use strict";
Redoc.init("openapi.json", { hideDownloadButton: false, disableSearch: false }, document.getElementById("page"));
