import type { Section } from './types.ts';

/** The sections of a request, in the order in which they are checked and reported. */
export const SECTIONS: readonly Section[] = ['params', 'query', 'headers', 'body', 'files'];

/** Sections whose values are text. */
export const TEXT_SECTIONS: ReadonlySet<Section> = new Set(['params', 'query', 'headers']);
