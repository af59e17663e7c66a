/** Characters of a line. */
export const WIDTH = 80;

/** Break a text at spaces. A word that is longer than a line stays whole, and so does a command, which users copy. */
export function wrap(text: string, head: string, command: string | undefined = undefined): string[] {
  const [before = '', after] = command === undefined ? [text] : text.split(command);
  const words = before.split(' ').filter((word) => word !== '');
  if (command !== undefined && after !== undefined) words.push(command, ...after.split(' ').filter(Boolean));
  const lines: string[] = [];
  let line = head;
  for (const [at, word] of words.entries()) {
    const isFirst = at === 0 || line.length === head.length;
    if (!isFirst && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = ' '.repeat(head.length) + word;
    } else line += isFirst ? word : ` ${word}`;
  }
  return [...lines, line];
}
