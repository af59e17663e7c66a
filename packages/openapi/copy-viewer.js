import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Copied, not depended on: users then install none of the other ten megabytes, and nothing that reports the install.
const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const to = fileURLToPath(new URL('assets/', import.meta.url));
const files = {
  'swagger-ui-bundle.js': 'swagger-ui.js',
  'swagger-ui.css': 'swagger-ui.css',
  LICENSE: 'swagger-ui.LICENSE.txt',
  NOTICE: 'swagger-ui.NOTICE.txt',
  'swagger-ui-bundle.js.LICENSE.txt': 'swagger-ui-bundle.js.LICENSE.txt',
};
for (const [source, target] of Object.entries(files)) copyFileSync(join(from, source), join(to, target));
