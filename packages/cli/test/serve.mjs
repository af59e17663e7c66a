// Load a generated project as an app does, with the built packages, and print the controllers that its rules lead to.
import { createRestRouter } from '@rest-gen/router';

const router = createRestRouter({ root: process.argv[2] });
await router.ready;
console.log(JSON.stringify(router.routes().map((route) => route.controller)));
await router.close();
