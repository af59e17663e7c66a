/** What differs from run to run, and what stands for it. */
const VARYING: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-01T12:00:00.000Z'],
  [/\b\d{14}(?=_\w+)/g, '20260101120000'],
  // Tokens of sessions, mails and plans.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, 'T'.repeat(43)],
  [/"[\w-]{27}"/g, '"E"'],
  // How long something took, and how large it is.
  [/\b\d+(?:\.\d+)?(?=ms\b| ms\b|s\)|kb\b)/g, '1'],
  [/\((?=1ms\))/g, '('],
];

/**
 * Whether a program printed what a page shows. `…` stands for any text. Times, tokens, and lines of npm about itself do not count.
 *
 * Of an answer with its head (`curl -i`), the page may leave out header fields.
 */
export function isShown(shown: string, printed: string): boolean {
  const [wanted, got] = [normalize(shown), normalize(printed)];
  if (isSame(wanted, got)) return true;
  if (!wanted.startsWith('HTTP/1.1 ')) return false;
  const [head, body] = cut(wanted);
  const [fields, text] = cut(got);
  return head.every((field) => fields.some((one) => isSame(field, one))) && isSame(body, text);
}

/** The text with one value for everything that varies. */
export function normalize(text: string): string {
  const plain = VARYING.reduce((all, [pattern, value]) => all.replace(pattern, value), text.replaceAll('\r', ''));
  return plain
    .split('\n')
    .filter((line) => !/^> /.test(line))
    .map((line) => line.trimEnd().replace(/ \(\d+m?s\)$/, ''))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

// --- internal ---

/** Whether a text has the parts of a pattern between its `…` in their order, with anything in place of `…`, lines too. */
function isSame(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.split('…');
  if (parts.length === 0) return text === first;
  const last = parts.pop() as string;
  if (!text.startsWith(first)) return false;
  let position = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return text.endsWith(last) && text.length - last.length >= position;
}

/** The lines of the head, and the body. */
function cut(answer: string): [head: string[], body: string] {
  const [head = '', ...body] = answer.split('\n\n');
  return [head.split('\n'), body.join('\n\n')];
}
