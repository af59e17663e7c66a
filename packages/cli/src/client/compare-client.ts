import { relative } from 'node:path';
import type { OpenApiDocument } from '@rest-gen/openapi';
import type { ComparedFile } from '../files/compare-file.ts';
import { compareGenerated, headerOf } from '../files/compare-generated.ts';
import { keyOf, render } from '../render.ts';
import { pascalCase } from '../text.ts';
import { groupPaths } from './group-paths.ts';
import { type ClientResource, writeResource } from './write-resource.ts';
import { TypeWriter } from './write-type.ts';

/**
 * Compare the client of a service with the file that it is written to. Writes nothing.
 *
 * @param root - absolute path of the project
 * @param target - the file, absolute
 * @throws {CliError} `E_CONFLICT` when rest-gen did not write the existing file
 */
export function compareClient(root: string, target: string, document: OpenApiDocument): ComparedFile {
  const path = relative(root, target).replaceAll('\\', '/');
  const fix = 'Move it away, or choose another file with --out.';
  const file = compareGenerated(path, target, writeClient(document), 'client', fix);
  return file.status === 'overwrite' ? { ...file, status: 'update' } : file;
}

/** The source of the client of a service, from its OpenAPI document. */
export function writeClient(document: OpenApiDocument): string {
  const types = new TypeWriter(document);
  const members = new Map<string, ClientResource[]>();
  for (const paths of groupPaths(document)) {
    const resource = writeResource(paths, types);
    if (resource.methods.length === 0) continue;
    const pascal = pascalCase(paths.controller);
    const member = pascal.charAt(0).toLowerCase() + pascal.slice(1);
    members.set(member, [...(members.get(member) ?? []), resource]);
  }
  const api = Array.from(members, ([name, resources]) => ({ name: keyOf(name), resources }));
  return render('client', { header: headerOf('client', 'the service has changed'), api, types: types.declarations });
}
