// Build the site into site/dist: `npx -y pnpm@10 site`. `node site/build.js dev` serves it, and builds a page again when it changes.
// REST_GEN_REPOSITORY is the address of the repository, for links to its files; SITE_BASE is the path that the site is served at, `/rest-gen/`.
import { watch } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build, createServer } from 'vitepress';
import { findDeadLinks } from './check-links.js';
import { ROOT } from './read-pages.js';
import { writeMarkdown, writePages } from './write-pages.js';

const SITE = join(ROOT, 'site');
await writePages();

if (process.argv[2] === 'dev') {
  const server = await createServer(SITE);
  await server.listen();
  server.printUrls();
  watch(join(ROOT, 'docs'), () => writePages().catch((error) => console.error(error.message)));
} else {
  await build(SITE);
  const dist = join(SITE, 'dist');
  writeMarkdown(dist);
  const dead = findDeadLinks(dist, process.env.SITE_BASE ?? '/');
  for (const link of dead) console.error(`dead link: ${link}`);
  process.exitCode = dead.length === 0 ? 0 : 1;
}
