import { readFileSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import type { OpenApiDocument } from '@rest-gen/openapi';
import { CliError } from '../errors.ts';
import type { ComparedFile } from '../files/compare-file.ts';
import { projectFormat } from '../files/format.ts';
import { quote } from '../quote.ts';
import { statPath } from '../stat-path.ts';

/** Whether a file is YAML, by its name. */
export function isYaml(file: string): boolean {
  return /\.ya?ml$/i.test(file);
}

/** Format a document as YAML or JSON, by the name of its file. */
export async function documentText(document: OpenApiDocument, file: string): Promise<string> {
  if (!isYaml(file)) return `${JSON.stringify(document, null, 2)}\n`;
  return (await import('yaml')).stringify(document, { aliasDuplicateObjects: false });
}

/**
 * Compare a document with the file that it is written to, in the format of the project. Writes nothing.
 *
 * @param root - absolute path of the project
 * @param file - absolute
 * @throws {CliError} `E_USAGE` for a directory, a pipe or a device
 */
export async function compareDocument(root: string, file: string, document: OpenApiDocument): Promise<ComparedFile> {
  const entry = statPath(file);
  if (entry?.isDirectory()) {
    throw new CliError('E_USAGE', `${quote(file)} is a directory.`, 'Name a file: --out openapi.json');
  }
  if (entry && !entry.isFile()) {
    throw new CliError('E_USAGE', `${quote(file)} is not a file.`, 'Omit --out to write to stdout.');
  }
  const path = relative(root, file).replaceAll('\\', '/');
  const after = await projectFormat(root)(path, await documentText(document, file));
  const target = entry ? realpathSync(file) : file;
  if (!entry) return { path, status: 'create', after, target };
  const before = readFileSync(target, 'utf8');
  if (before === after) return { path, status: 'identical', target };
  return { path, status: 'overwrite', before, after, target };
}
