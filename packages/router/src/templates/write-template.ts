import type { Filling } from '../core/compile/types.ts';
import type { Template } from './list-templates.ts';
import type { PathDescription, PathParameter } from './types.ts';

/** A template in the form of RFC 6570, level 1. */
export interface WrittenTemplate extends Pick<PathDescription, 'template' | 'parameters'> {
  /** Paths that are made of it, one without parameters. */
  readonly examples: readonly string[];
}

/**
 * Write a template: text is percent-encoded where a URL needs it, and places have the names of the parameters that they fill.
 *
 * @param taken - names that no other place may have
 */
export function writeTemplate({ parts, filling }: Template, taken: ReadonlySet<string>): WrittenTemplate {
  const parameters: PathParameter[] = [];
  let template = '';
  let examples = [''];
  let number = 0;
  const nextName = (): string => {
    const name = `p${++number}`;
    return taken.has(name) ? nextName() : name;
  };
  for (const part of parts) {
    if (part.kind === 'text') {
      const text = encodeText(part.text);
      template += text;
      examples = examples.map((path) => path + text);
      continue;
    }
    const { pattern, isMultiSegment, samples } = part.value;
    const name = parameterOf(part.group, filling) ?? nextName();
    parameters.push({ name, pattern, isMultiSegment });
    template += `{${name}}`;
    examples = TURNS.map((turn) => `${choose(examples, turn)}${choose(samples, turn)}`);
  }
  return { template: template || '/', parameters, examples: examples.map((path) => path || '/') };
}

// --- internal ---

const TURNS = [0, 1, 2];

function choose(texts: readonly string[], turn: number): string {
  return texts[turn % texts.length] as string;
}

/** The parameter that a capture is all of. */
function parameterOf(group: number | undefined, { params }: Filling): string | undefined {
  if (group === undefined) return undefined;
  const filled = params.find(({ parts: [only], parts }) => {
    return parts.length === 1 && typeof only === 'object' && only.includes(group);
  });
  return filled?.name;
}

/** Characters that RFC 3986 section 3.3 allows in a path, and escapes, stay. */
function encodeText(text: string): string {
  const encoded = text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/%-]+/giu, encodeURIComponent);
  return encoded;
}
