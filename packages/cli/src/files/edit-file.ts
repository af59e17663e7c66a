import { readFileSync } from 'node:fs';
import { realPathInside } from '../paths.ts';
import type { ComparedFile } from './compare-file.ts';
import { keepFormat, projectFormat } from './format.ts';

/** Plan a change of an existing file, in the format of the project if the file has it. Writes nothing. */
export async function editFile(root: string, path: string, change: (source: string) => string): Promise<ComparedFile> {
  const target = realPathInside(root, path);
  const before = readFileSync(target, 'utf8');
  return keepFormat({ path, status: 'update', before, after: change(before), target }, projectFormat(root));
}
