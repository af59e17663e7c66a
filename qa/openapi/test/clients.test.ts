import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'chai';
import type { Connect } from '../clients/client.ts';
import { runSession } from './session.ts';
import { startTracker, type Tracker } from './start-tracker.ts';

const folder = new URL('../clients/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'client.ts')
  .map((file) => basename(file, '.ts'));

describe('a client that was generated from the document of examples/tracker', () => {
  let tracker: Tracker;
  before(async () => {
    tracker = await startTracker();
  });
  after(() => tracker.stop());

  it('is there for each generator', () => {
    expect(names).to.have.length(7);
  });

  for (const name of names) {
    it(`by ${name} creates, lists, pages, includes, changes and deletes`, async () => {
      const { connect } = (await import(new URL(`${name}.ts`, folder).href)) as { connect: Connect };
      await runSession(connect(tracker.url, tracker.token));
    });
  }
});
