import { expect } from 'chai';
import { routeTable } from '../../src/routes/route-table.ts';
import { ROWS, row } from './rows.ts';

describe('routeTable', () => {
  it('is a table of Markdown', () => {
    expect(routeTable(ROWS.slice(0, 3)).split('\n')).to.deep.equal([
      '| # | Rule | Controller | Collection | Item | File | Logic |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      "| 1 | `['/post/:id?', 'rest']` | `post` | GET POST | GET PUT PATCH DELETE | `src/controller/post.ts` | `src/logic/post.ts` |",
      String.raw`| 2 | ${'`'}[/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest']${'`'} | ${'`comment`'} | GET POST | GET PUT PATCH DELETE | ${'`src/controller/comment.ts`'} |  |`,
      "| 3 | `['/old/:id', 'legacy', 'proxy']` | skipped: the third element is 'proxy', not 'rest' |  |  |  |  |",
      '',
    ]);
  });

  it('keeps bars and backticks of rules', () => {
    const cells = routeTable([row('1', '[/a|b`c/]', 'post')]).split('\n')[2];
    expect(cells).to.match(/^\| 1 \| ``\[\/a\\\|b`c\/\]`` \| `post` \|/);
  });
});
