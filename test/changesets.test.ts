import { expect } from 'chai';
import { listFiles, listMembers, readText } from './workspace.ts';

const notes = listFiles('.changeset').filter((file) => file.endsWith('.md') && !file.endsWith('/README.md'));

describe('changesets', () => {
  const packages = listMembers('packages').map(({ manifest }) => manifest.name);

  it('are there', () => expect(notes).not.to.be.empty);

  for (const file of notes) {
    it(`name packages that are there, how much, and what: ${file}`, () => {
      const [, head = '', text = ''] = /^---\n([\s\S]*?)---\n\n([\s\S]*)$/.exec(readText(file)) ?? [];
      const entries = [...head.matchAll(/^'(.+)': (?:major|minor|patch|none)$/gm)].map(([, name]) => name as string);
      expect(entries).to.have.lengthOf(head.trimEnd().split('\n').length);
      expect(packages).to.include.members(entries);
      expect(text).to.match(/^(?:feat|fix|breaking): \S/);
    });
  }
});
