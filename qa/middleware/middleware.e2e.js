import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ENTRIES, nameOf } from './entries.js';
import { MAJORS, runEntry } from './run-entry.js';
import { findServers } from './servers.js';

const named = process.env.MIDDLEWARE ? process.env.MIDDLEWARE.split(',') : undefined;
const isNamed = ({ name }) => named === undefined || named.includes(name);
const servers = await findServers();

describe('middleware', () => {
  it('has the packages that are named', () => {
    expect(ENTRIES.map(({ name }) => name)).to.include.members(named ?? []);
  });

  for (const major of MAJORS) {
    describe(major === 'express' ? 'Express 5' : 'Express 4', () => {
      for (const entry of ENTRIES.filter(isNamed)) {
        if (entry.only !== undefined && entry.only !== major) continue;
        if (entry.needs !== undefined && !servers.has(entry.needs)) {
          console.warn(`Left out without a server of ${entry.needs}: ${nameOf(entry)}`);
          continue;
        }
        it(nameOf(entry), () => (entry.alone ? runAlone(entry, major) : runEntry(entry, major)));
      }
    });
  }
});

// --- internal ---

async function runAlone(entry, major) {
  const script = fileURLToPath(new URL('alone.js', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...(entry.flags ?? []), script, nameOf(entry), major],
    {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    },
  ).catch((error) => {
    throw new Error(error.stderr || error.stdout || error.message);
  });
  expect(stdout).to.match(/done\n$/);
}
