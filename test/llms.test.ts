import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { listFiles, ROOT, readText } from './workspace.ts';

const text = readText('llms.txt');
const links = [...text.matchAll(/^- \[(.+?)\]\((.+?)\): (.+)$/gm)].map(([, title = '', path = '', about = '']) => ({
  title,
  path,
  about,
}));

describe('llms.txt', () => {
  it('begins with the name, and with what it is in a quote (llmstxt.org)', () => {
    expect(text).to.match(/^# rest-gen\n\n> .+\n\n/);
  });

  it('names every page', () => {
    const pages = listFiles('docs').filter((file) => file.endsWith('.md'));
    expect(links.map(({ path }) => path)).to.include.members(pages);
  });

  for (const { title, path, about } of links) {
    it(`${title} is there`, () => {
      expect(existsSync(join(ROOT, path)), path).to.equal(true);
      expect(about.length).to.be.above(10);
    });
  }

  it('names each page once', () => {
    const paths = links.map(({ path }) => path);
    expect(paths).to.eql([...new Set(paths)]);
  });
});
