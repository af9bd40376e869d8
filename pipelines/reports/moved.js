// A page that stands elsewhere now: go there, to the same place on it.
"use strict";

location.replace(document.querySelector("a.moved").href + location.hash);
