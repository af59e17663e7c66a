/** A request of the page, and the answer that it prints. */
export interface Transcript {
  /** Heading of the section (`## …`) of the transcript; empty before the first one. */
  readonly section: string;
  /** `curl -i …`, on one line. */
  readonly command: string;
  /** As `curl -i` prints it. */
  readonly answer: string;
}

/**
 * Read the blocks `console` of a page: a line `$ curl -i …`, which may continue after a `\`, and the answer to it; a block may hold several.
 *
 * @param page - text in Markdown
 */
export function readTranscripts(page: string): Transcript[] {
  return page.split(/^(?=## )/m).flatMap((text) => {
    const [, section = ''] = /^## (.*)/.exec(text) ?? [];
    return [...text.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => readBlock(section, block));
  });
}

// --- internal ---

function readBlock(section: string, block: string): Transcript[] {
  const parts = block.split(/^\$ /m);
  if (parts.shift() !== '') throw new Error(`A block in "${section}" does not begin with "$ ":\n${block}`);
  return parts.map((part) => {
    const [, command = '', answer = ''] = /^((?:.*\\\n)*.*)\n([\s\S]*)$/.exec(part) ?? [];
    return { section, command: command.replace(/\\\n\s*/g, ''), answer: answer.trimEnd() };
  });
}
