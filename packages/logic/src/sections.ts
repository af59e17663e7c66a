/**
 * A part of a request that a logic file can declare.
 *
 * @see docs/logic.md
 */
export type Section = 'params' | 'query' | 'headers' | 'body' | 'files';

/** The sections of a request, in the order in which they are checked and reported. */
export const SECTIONS: readonly Section[] = ['params', 'query', 'headers', 'body', 'files'];

/** Whether the values of a section are text; those of a body are when it is a form. */
export function isText(section: Section, textBody = false): boolean {
  return section === 'body' ? textBody : section !== 'files';
}
