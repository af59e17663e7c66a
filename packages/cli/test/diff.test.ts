import { expect } from 'chai';
import { diffText } from '../src/diff.ts';

describe('diffText', () => {
  it('shows what differs, and nothing of the rest', async () => {
    const text = await diffText([
      { path: 'a.js', status: 'create', target: '/a.js', after: 'new\n' },
      { path: 'b.js', status: 'conflict', target: '/b.js', before: 'one\ntwo\n', after: 'one\nzwei\n' },
      { path: 'c.js', status: 'identical', target: '/c.js' },
    ]);
    expect(text).to.contain('--- a/b.js\n+++ b/b.js\n@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n');
    expect(text).to.not.contain('a/a.js');
    expect(text).to.not.contain('c.js');
  });
});
