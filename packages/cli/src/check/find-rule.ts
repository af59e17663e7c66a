import { findList } from '../find-list.ts';
import { type Element, type List, readCode, readValue } from '../read-value.ts';

/** Finds the place of a rule in a source, by its number: `4`, or `4.2` inside a group. */
export type FindRule = (number: string) => number | undefined;

/**
 * Read the rules of a file as it is written.
 *
 * @param file - its name says whether it is TypeScript
 * @returns a function that gives the offset of a rule; of the group around it, or `undefined`, where the source does not show it as a list
 */
export function readRules(source: string, file: string): FindRule {
  const list = findList(source, file);
  const code = readCode(source, file);
  return (number) => {
    let inner: List | undefined = list;
    let offset: number | undefined;
    for (const part of number.split('.')) {
      const element = inner === undefined ? undefined : elementAt(inner, Number(part), source);
      if (element === undefined) return offset;
      offset = element.start;
      inner = groupAt(element);
    }
    return offset;
  };

  /** The list behind `rules:` of a group. */
  function groupAt({ start }: Element): List | undefined {
    const tokens = code?.tokens ?? [];
    const open = tokens.findIndex((token) => token.start === start);
    const close = tokens[open]?.text === '{' ? (tokens[open]?.close as number) : -1;
    for (let at = open + 1; at < close; at = (tokens[at]?.close ?? at) + 1) {
      if (!/^(['"]?)rules\1$/.test(tokens[at]?.text ?? '') || tokens[at + 1]?.text !== ':') continue;
      return code && readValue(code, at + 2)?.list;
    }
    return undefined;
  }
}

// --- internal ---

/** Behind `...others` nobody knows which rule it is. */
function elementAt({ elements }: List, number: number, source: string): Element | undefined {
  const before = elements.slice(0, number);
  if (before.some((element) => element && source.startsWith('...', element.start))) return undefined;
  return before.at(number - 1) ?? undefined;
}
