import { readFileSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { isObject } from '@rest-gen/logic/common';
import type { OpenApiDocument } from '@rest-gen/openapi';
import { CliError } from '../errors.ts';
import type { ComparedFile } from '../files/compare-file.ts';
import { compareText } from '../files/compare-generated.ts';
import { statPath } from '../paths.ts';
import { quote, sentence } from '../text.ts';

/**
 * Load an OpenAPI document: a file in YAML or JSON, by its name, or a URL that returns JSON.
 *
 * @throws {CliError} `E_DOCUMENT`
 */
export async function loadDocument(file: string): Promise<OpenApiDocument> {
  const document = await parse(file);
  if (!isObject(document)) throw refuse(file, 'it is not an OpenAPI document');
  const version = document.swagger ?? document.openapi;
  if (/^(?:[12]|3\.0)(?:\.|$)/.test(String(version ?? '')))
    throw refuse(file, `it is an OpenAPI ${version} document, older than 3.1`);
  if (typeof document.openapi === 'string' && isObject(document.paths ?? {})) {
    return { paths: {}, ...document } as unknown as OpenApiDocument;
  }
  throw refuse(file, 'it is not an OpenAPI document');
}

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** Format a document as YAML or JSON, by the name of its file. */
export async function documentText(document: OpenApiDocument, file: string): Promise<string> {
  if (!isYaml(file)) return `${JSON.stringify(document, null, 2)}\n`;
  return (await import('yaml')).stringify(document, { aliasDuplicateObjects: false });
}

/**
 * Compare a document with the file that it is written to. Writes nothing.
 *
 * @param root - absolute path of the project
 * @param file - absolute
 * @throws {CliError} `E_USAGE` for a directory, a pipe or a device
 */
export async function compareDocument(root: string, file: string, document: OpenApiDocument): Promise<ComparedFile> {
  const entry = statPath(file);
  if (entry && !entry.isFile()) {
    throw new CliError('E_USAGE', `${quote(file)} is not a file.`, 'Name a file, or omit --out to write to stdout.');
  }
  const path = relative(root, file).replaceAll('\\', '/');
  return compareText(path, entry ? realpathSync(file) : file, await documentText(document, file));
}

// --- internal ---

function isYaml(file: string): boolean {
  return /\.ya?ml$/i.test(file);
}

async function parse(file: string): Promise<unknown> {
  try {
    if (isUrl(file)) return await request(file);
    const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
    return isYaml(file) ? (await import('yaml')).parse(text) : JSON.parse(text);
  } catch (cause) {
    throw refuse(file, (cause as Error).message, cause);
  }
}

async function request(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`the response was ${response.status}`);
  return response.json();
}

function refuse(file: string, reason: string, cause?: unknown): CliError {
  const message = sentence(`${quote(file)} cannot be read: ${reason}`);
  return new CliError('E_DOCUMENT', message, 'Write one first: rest-gen openapi --out openapi.json', { cause });
}
