import { relative, sep } from 'node:path';

/** A path as it is shown to people: relative to the working directory, with forward slashes. */
export function showPath(file: string): string {
  const shown = relative(process.cwd(), file);
  return (shown === '' ? '.' : shown.startsWith('..') ? file : shown).split(sep).join('/');
}
