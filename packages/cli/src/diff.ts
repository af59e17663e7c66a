import type { ComparedFile } from './compare.ts';

/** Write the differences of the files that are there with other contents, as a unified diff; empty when there are none. */
export async function diffText(files: readonly ComparedFile[]): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  const patches = files.map(({ path, before, after }) =>
    before === undefined || after === undefined
      ? ''
      : createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
          headerOptions: FILE_HEADERS_ONLY,
        }),
  );
  return patches.join('');
}
