// What bin/rest-gen.js is for the built files, for the sources.
import { main } from '../src/main.ts';

await main();
