import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Copied, not depended on: users then install none of the other ten megabytes, and nothing that reports the install.
const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const to = fileURLToPath(new URL('assets/', import.meta.url));
const files = {
  'swagger-ui-bundle.js': 'swagger-ui.js',
  'oauth2-redirect.js': 'swagger-ui-redirect.js',
  LICENSE: 'swagger-ui.LICENSE.txt',
  NOTICE: 'swagger-ui.NOTICE.txt',
  'swagger-ui-bundle.js.LICENSE.txt': 'swagger-ui-bundle.js.LICENSE.txt',
};
for (const [source, target] of Object.entries(files)) copyFileSync(join(from, source), join(to, target));

// Four of five rules are for classes that no component of the viewer has.
const script = readFileSync(join(from, 'swagger-ui-bundle.js'), 'utf8');
const names = new Set([...(script.match(/[\w-]+/g) ?? []), 'dark-mode']);
const beginnings = Array.from(script.matchAll(/([\w-]+-)\$\{/g), ([, beginning]) => beginning);
const isUsed = (name) => names.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
const rules = readFileSync(join(from, 'swagger-ui.css'), 'utf8')
  .replace(/([^{}@;]+)\{([^{}]*)\}/g, (_, selectors, body) => {
    const used = selectors
      .split(',')
      .filter((selector) => (selector.match(/\.[a-z_][\w-]*/gi) ?? []).every((name) => isUsed(name.slice(1))));
    return used.length === 0 ? '' : `${used.join(',')}{${body}}`;
  })
  .replace(/@media[^{}]*\{\s*\}/g, '');
const notice =
  '/* Swagger UI, Apache-2.0. Changed by rest-gen: rules of classes that the viewer does not use are left out. */\n';
writeFileSync(join(to, 'swagger-ui.css'), notice + rules);
