import { relative } from 'node:path';
import type { OpenApiDocument } from '@rest-gen/openapi';
import { CliError } from '../errors.ts';
import { type ComparedFile, compareText } from '../files/compare-file.ts';
import { render } from '../render.ts';
import { quote } from '../text.ts';
import { pascalCase, readPaths } from './read-paths.ts';
import { type ClientResource, writeResource } from './write-resource.ts';
import { propertyName, TypeWriter } from './write-type.ts';

/**
 * Compare the client of a service with the file that it is written to. Writes nothing.
 *
 * @param root - absolute path of the project
 * @param target - the file, absolute
 * @throws {CliError} `E_CONFLICT` when rest-gen did not write the existing file
 */
export function compareClient(root: string, target: string, document: OpenApiDocument): ComparedFile {
  const path = relative(root, target).replaceAll('\\', '/');
  const file = compareText(path, target, writeClient(document));
  if (file.status !== 'overwrite') return file;
  if (file.before?.startsWith(HEADER)) return { ...file, status: 'update' };
  const message = `${quote(path)} was not written by rest-gen client.`;
  throw new CliError('E_CONFLICT', message, 'Move it away, or choose another file with --out.');
}

/** The source of the client of a service, from its OpenAPI document. */
export function writeClient(document: OpenApiDocument): string {
  const types = new TypeWriter(document);
  const members = new Map<string, ClientResource[]>();
  for (const paths of readPaths(document)) {
    const resource = writeResource(paths, types);
    if (resource.methods.length === 0) continue;
    const pascal = pascalCase(paths.controller);
    const member = pascal.charAt(0).toLowerCase() + pascal.slice(1);
    members.set(member, [...(members.get(member) ?? []), resource]);
  }
  const api = Array.from(members, ([name, resources]) => ({ name: propertyName(name), resources }));
  return render('client', { header: HEADER, api, types: types.declarations });
}

// --- internal ---

/** First line of the file; it says that the file may be overwritten. */
const HEADER = '// Written by `rest-gen client`. Do not edit; run it again when the service has changed.';
