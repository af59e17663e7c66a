import { CliError } from '../errors.ts';
import { quote } from '../text.ts';
import { isPrototypeName, isReservedWord, isTakenClassName } from './reserved.ts';

/** The name of a controller, checked: `v1/blog-post`. */
export interface ControllerName {
  /** As given, and as it is used in paths and rules: `v1/blog-post`. */
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
 * A name becomes a file path, a URL and (its last segment) a class, so it must be valid for all three, on every operating system.
 *
 * @param name - one to eight segments separated by `/`: `post`, `admin/post`, `v1/blog-post`
 * @throws {CliError} `E_NAME`, with the reason and the nearest valid name
 */
export function readName(name: string): ControllerName {
  checkShape(name);
  const segments = name.split('/');
  if (segments.length > MAX_SEGMENTS) {
    throw refuse(name, `has ${segments.length} segments`, `Use at most ${MAX_SEGMENTS}.`);
  }
  for (const segment of segments) checkSegment(name, segment);
  const last = segments.at(-1) as string;
  if (last.toLowerCase() === 'rest') {
    throw refuse(name, 'is the base class of all REST controllers', 'Choose another word for the resource.');
  }
  return { path: name, segments, last, className: toClassName(last), table: last.replaceAll('-', '_') };
}

// --- internal ---

const SEGMENT = /^[A-Za-z][A-Za-z0-9_-]*$/;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])$/i;
const EXTENSION = /\.(?:[cm]?[jt]sx?|json)$/i;
const RULE_OF_NAMES = 'Use letters, digits, "-" and "_", beginning with a letter, and "/" for directories.';

/** Refuse what is not a relative path of `/`-separated segments. */
function checkShape(name: string): void {
  if (name === '') throw refuse(name, 'is empty', 'Give the resource a name, such as post or v1/post.');
  if (/^[A-Za-z]:/.test(name))
    throw refuse(name, 'begins with a drive letter', 'Names are relative to src/controller.');
  if (name.includes('\\'))
    throw refuse(name, 'has a backslash', suggest(name.replace(/\\+/g, '/'), 'Write "/" instead.'));
  if (name.startsWith('/')) {
    throw refuse(name, 'is absolute', suggest(name.replace(/^\/+/, ''), 'Names are relative to src/controller.'));
  }
}

function checkSegment(name: string, segment: string): void {
  if (segment === '') {
    const tidy = name.split('/').filter(Boolean).join('/');
    throw refuse(name, 'has an empty segment', suggest(tidy, 'Write one "/" between segments, and none at the end.'));
  }
  if (segment === '.' || segment === '..') {
    throw refuse(name, `has the segment "${segment}"`, 'Names cannot leave or repeat a directory.');
  }
  if (isPrototypeName(segment))
    throw refuse(name, `has the segment ${segment}, a property of every object`, 'Choose another word.');
  if (EXTENSION.test(segment)) {
    throw refuse(name, 'has a file extension', suggest(name.replace(EXTENSION, ''), 'Leave the extension out.'));
  }
  if (DEVICE.test(segment))
    throw refuse(name, `has the segment ${segment}, a device name of Windows`, 'Choose another word.');
  if (!SEGMENT.test(segment)) throw refuse(name, describeFault(segment), RULE_OF_NAMES);
  if (segment.length > MAX_SEGMENT) {
    throw refuse(name, `has a segment of ${segment.length} characters`, `Use at most ${MAX_SEGMENT} in a segment.`);
  }
  if (isReservedWord(segment)) {
    throw refuse(
      name,
      `has the segment ${segment}, a reserved word of JavaScript`,
      'Choose another word, or its plural.',
    );
  }
}

function describeFault(segment: string): string {
  for (const character of segment) {
    if (/[A-Za-z0-9_-]/.test(character)) continue;
    const point = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
    return character === ' ' ? 'has a space' : `has the character ${quote(character)} (U+${point})`;
  }
  return `has a segment that begins with ${quote(segment.charAt(0))}`;
}

/** The rule, and a valid name if there is one. */
function suggest(candidate: string, rule: string): string {
  try {
    return `${rule} Did you mean ${readName(candidate).path}?`;
  } catch {
    return rule;
  }
}

function refuse(name: string, fault: string, fix: string): CliError {
  return new CliError('E_NAME', `The controller name ${quote(name)} ${fault}.`, fix);
}

function toClassName(segment: string): string {
  const words = segment.split(/[-_]+/).filter(Boolean);
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return isTakenClassName(pascal) ? `${pascal}Controller` : pascal;
}
