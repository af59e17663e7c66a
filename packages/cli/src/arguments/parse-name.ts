import { CliError } from '../errors.ts';
import { pascalCase, quote } from '../text.ts';
import { isPrototypeName, isReservedWord, isTakenClassName } from './reserved.ts';

/** The name of a controller, checked: `v1/blog-post`. */
export interface ControllerName {
  /** The name as given, and as paths and rules use it: `v1/blog-post`. */
  readonly path: string;
  /** `['v1', 'blog-post']` */
  readonly segments: readonly string[];
  /** Last segment: `blog-post`. */
  readonly last: string;
  /** `BlogPost`; with `Controller` appended if a class of that name exists already. */
  readonly className: string;
  /** Table of the last segment: `blog_post`. */
  readonly table: string;
}

/** Longest segment, in characters. */
export const MAX_SEGMENT = 64;
/** Most segments in a name. */
export const MAX_SEGMENTS = 8;

/**
 * Check the name of a controller before anything is written.
 *
 * A name becomes a file path, a URL and (its last segment) a class, so it must be valid for all three, on every
 * operating system.
 *
 * @param name - one to eight segments separated by `/`: `post`, `admin/post`, `v1/blog-post`
 * @throws {CliError} `E_NAME`, with the reason and the nearest valid name
 */
export function parseName(name: string): ControllerName {
  if (name === '') throw refuse(name, 'is empty', 'Give the resource a name, such as post or v1/post.');
  const segments = name.split('/');
  if (segments.length > MAX_SEGMENTS) {
    throw refuse(name, `has ${segments.length} segments`, `Use at most ${MAX_SEGMENTS}.`);
  }
  for (const segment of segments) checkSegment(name, segment);
  const last = segments.at(-1) as string;
  if (last.toLowerCase() === 'rest') {
    throw refuse(name, 'is the base class of all REST controllers', 'Choose another word for the resource.');
  }
  return { path: name, segments, last, className: toClassName(last), table: tableOf(last) };
}

/**
 * Read the name of a new controller, and refuse what people write for its class or its file: `PostController`,
 * `src/controller/post`.
 *
 * @throws {CliError} `E_NAME`
 */
export function parseNewName(text: string): ControllerName {
  const name = parseName(text);
  const meant = text
    .replace(/^src\/controllers?\/(?=.)/, '')
    .replace(/(?<=[^/])[-_]?[Cc]ontroller$/, '')
    .replace(/[^/]+$/, (last) =>
      /^[A-Z]/.test(last) ? last.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase() : last,
    );
  if (meant === text) return name;
  const message = `The controller name ${quote(text)} would be its path: /${text}.`;
  throw new CliError('E_NAME', message, `Did you mean ${meant}? The class and the files are named after it.`);
}

/** The table of a controller: `v1/blog-post` → `blog_post`. */
export function tableOf(controller: string): string {
  return controller.slice(controller.lastIndexOf('/') + 1).replaceAll('-', '_');
}

// --- internal ---

const SEGMENT = /^[A-Za-z][A-Za-z0-9_-]*$/;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])$/i;
const EXTENSION = /\.(?:[cm]?[jt]sx?|json)$/i;
const RULE_OF_NAMES = 'Use letters, digits, "-" and "_", beginning with a letter, and "/" for directories.';

function checkSegment(name: string, segment: string): void {
  const fault = faultOf(segment);
  if (fault !== undefined) throw refuse(name, ...fault);
}

/** The mistake in a segment, and how to fix it. */
function faultOf(segment: string): [fault: string, fix: string] | undefined {
  if (segment === '') return ['has an empty segment', 'Write one "/" between segments, and none at the ends.'];
  if (/^\.\.?$/.test(segment)) return [`has the segment "${segment}"`, 'Names are relative to src/controller.'];
  if (isPrototypeName(segment))
    return [`has the segment ${segment}, a property of every object`, 'Choose another word.'];
  if (EXTENSION.test(segment)) return ['has a file extension', 'Leave the extension out.'];
  if (DEVICE.test(segment)) return [`has the segment ${segment}, a device name of Windows`, 'Choose another word.'];
  if (!SEGMENT.test(segment)) return [describeFault(segment), RULE_OF_NAMES];
  if (segment.length > MAX_SEGMENT)
    return [`has a segment of ${segment.length} characters`, `Use at most ${MAX_SEGMENT} in a segment.`];
  if (isReservedWord(segment))
    return [`has the segment ${segment}, a reserved word of JavaScript`, 'Choose another word, or its plural.'];
  return undefined;
}

function describeFault(segment: string): string {
  const character = /[^A-Za-z0-9_-]/u.exec(segment)?.[0];
  if (character === undefined) return `has a segment that begins with ${quote(segment.charAt(0))}`;
  const point = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
  return character === ' ' ? 'has a space' : `has the character ${quote(character)} (U+${point})`;
}

/** The error names the nearest valid name, if there is one. */
function refuse(name: string, fault: string, fix: string): CliError {
  const segments = name.split(/[\\/]+/).filter(Boolean);
  const candidate = segments.join('/').replace(EXTENSION, '');
  const isValid = candidate !== '' && segments.length <= MAX_SEGMENTS && !candidate.split('/').some(faultOf);
  const hint = isValid && candidate !== name ? ` Did you mean ${candidate}?` : '';
  return new CliError('E_NAME', `The controller name ${quote(name)} ${fault}.`, `${fix}${hint}`);
}

function toClassName(segment: string): string {
  const pascal = pascalCase(segment);
  return isTakenClassName(pascal) ? `${pascal}Controller` : pascal;
}
