import { readTranscripts, type Transcript } from '../../packages/router/test/http-docs/read-transcripts.ts';

/** A section of a guide: a project, and requests with responses. */
export interface GuideSection {
  readonly heading: string;
  /** Text by path: the files before the first section, then its own. */
  readonly files: ReadonlyMap<string, string>;
  readonly transcripts: readonly Transcript[];
}

/**
 * Read a guide: blocks `js` that begin with a comment that names a file of the project are that file, blocks `console` are requests with their answers.
 *
 * @param page - text in Markdown
 */
export function readGuide(page: string): GuideSection[] {
  const [head = '', ...sections] = page.split(/^## /m);
  const shared = readFiles(head);
  const transcripts = readTranscripts(page);
  return sections.map((text) => {
    const heading = text.slice(0, text.indexOf('\n'));
    return {
      heading,
      files: new Map([...shared, ...readFiles(text)]),
      transcripts: transcripts.filter(({ section }) => section === heading),
    };
  });
}

// --- internal ---

function readFiles(text: string): [path: string, contents: string][] {
  return [...text.matchAll(/^```js\n\/\/ ((?:src|migrations)\/[\w./-]+\.js)[^\n]*\n([\s\S]*?)^```$/gm)].map(
    ([, path = '', contents = '']) => [path, contents],
  );
}
