#!/usr/bin/env node
// `npm create rest-gen blog` is `npx rest-gen new blog`.
import { main } from 'rest-gen';

await main(['new', ...process.argv.slice(2)]);
