import type { ActionInput, Sources } from '../types.ts';

/** The sections of a request in a fresh object; those that it has not are empty. */
export function collectSources({ params, query, headers, body, files }: Sources): ActionInput {
  return { params: params ?? {}, query: query ?? {}, headers: headers ?? {}, body, files: files ?? {} };
}
