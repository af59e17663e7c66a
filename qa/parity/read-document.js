import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../scripts/run.js';
import { copyApplication } from './applications.js';
import { Document } from './requests/document.js';

/**
 * The OpenAPI document of an application, by the command line of a version. It takes seconds, so it is kept beside the version.
 *
 * @param {import('./applications.js').Application} application @param {string} base - where the version is installed
 * @returns {Promise<Document>}
 */
export async function readDocument(application, base) {
  const directory = join(base, `document-${process.pid}`);
  copyApplication(application, directory);
  try {
    const kept = join(base, 'documents', `${application.name}-${hashOf(directory)}.json`);
    if (!existsSync(kept)) {
      mkdirSync(dirname(kept), { recursive: true });
      writeFileSync(kept, write(application, base, directory));
    }
    return new Document(JSON.parse(readFileSync(kept, 'utf8')));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

// --- internal ---

function write({ env }, base, directory) {
  const files = mkdtempSync(join(tmpdir(), 'rest-gen-parity-'));
  try {
    const cli = join(base, 'node_modules/rest-gen/bin/rest-gen.js');
    const url = `sqlite:${join(files, 'document.sqlite3')}`;
    return run(process.execPath, [cli, 'openapi'], {
      cwd: directory,
      env: { ...process.env, ...env, DATABASE_URL: url },
    });
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

function hashOf(directory) {
  const hash = createHash('sha1');
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }).sort((one, other) =>
    path(one) < path(other) ? -1 : 1,
  ))
    if (entry.isFile()) hash.update(path(entry).slice(directory.length)).update(readFileSync(path(entry)));
  return hash.digest('hex').slice(0, 12);
}

const path = ({ parentPath, name }) => join(parentPath, name);
