import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'chai';
import { type StartedTracker, startTracker } from '../../../examples/tracker/test/start-tracker.ts';
import type { Connect } from '../clients/client.ts';
import { runSession } from './session.ts';

// Types, and what is compiled only.
const NO_PROGRAMS = new Set(['client.ts', 'library.ts', 'openapi-react-query.ts']);

const { QA_TOOLS: earlier } = process.env;
const folders = earlier === undefined ? ['../clients/'] : ['../node20/clients/', '../node20/generated/clients/'];
const programs = folders.flatMap((folder) => {
  const place = new URL(folder, import.meta.url);
  const files = readdirSync(place).filter((file) => file.endsWith('.ts') && !NO_PROGRAMS.has(file));
  return files.map((file) => ({ name: basename(file, '.ts'), url: new URL(file, place) }));
});

describe('a client that was generated from the document of examples/tracker', () => {
  let tracker: StartedTracker;
  let token: string;
  before(async () => {
    tracker = await startTracker();
    token = await tracker.tokenOf(1);
  });
  after(() => tracker.stop());

  it('is there for each generator', () => {
    expect(programs).to.have.length(earlier === undefined ? 6 : 2);
  });

  for (const { name, url } of programs) {
    it(`by ${name} creates, lists, pages, includes, changes and deletes`, async () => {
      const { connect } = (await import(url.href)) as { connect: Connect };
      await runSession(connect(tracker.url, token));
    });
  }
});
