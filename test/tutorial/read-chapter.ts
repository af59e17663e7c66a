/** A block of a chapter, in the order of the page. */
export type Block =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'edit'; readonly path: string; readonly hunks: readonly Hunk[] }
  | { readonly kind: 'commands'; readonly commands: readonly Command[] }
  | { readonly kind: 'printed'; readonly text: string };

/** A part of a file: the lines as they are, and as they are to be. */
export interface Hunk {
  readonly before: string;
  readonly after: string;
}

export interface Command {
  readonly line: string;
  /** What the page shows below it; empty where it shows nothing. */
  readonly shown: string;
}

/**
 * Read the blocks that a reader of a chapter follows.
 *
 * - `console`: commands after `$`, each with what it prints
 * - any language, when the first line is a comment with a path: a whole file
 * - `diff`, when the first line is `--- path`: an edit; `@@` is between two places of the file
 * - `text`: what the server prints in the first terminal
 *
 * Blocks `sh` and those without a path are only shown.
 *
 * @param page - text in Markdown
 */
export function readChapter(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].flatMap(([, language = '', text = '']): Block[] => {
    if (language === 'console') return [{ kind: 'commands', commands: readCommands(text) }];
    if (language === 'text') return [{ kind: 'printed', text }];
    const [first = '', ...rest] = text.split('\n');
    if (language === 'diff') return [{ kind: 'edit', path: first.slice('--- '.length), hunks: readHunks(rest) }];
    const [, path] = /^(?:\/\/|<!--|#) ((?:[\w-]+\/)*[\w.-]+\.\w+)(?: -->)?$/.exec(first) ?? [];
    return path === undefined ? [] : [{ kind: 'file', path, text: `${rest.join('\n')}\n` }];
  });
}

// --- internal ---

function readCommands(text: string): Command[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      // A line that ends in a backslash goes on in the next one.
      const [line = ''] = /^(?:.*\\\n)*.*/.exec(part) ?? [];
      return { line, shown: part.slice(line.length).trim() };
    });
}

function readHunks(lines: readonly string[]): Hunk[] {
  const texts = lines.join('\n').split(/^@@.*\n/m);
  return texts.filter((text) => text !== '').map((text) => ({ before: pick(text, '-'), after: pick(text, '+') }));
}

/** The lines of one side of an edit, without their marks. */
function pick(text: string, mark: string): string {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => line.startsWith(' ') || line === '' || line.startsWith(mark))
    .map((line) => `${line.slice(1)}\n`)
    .join('');
}
