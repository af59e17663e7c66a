import type { ParsedRule } from '../../../parse/types.ts';
import { buildNodes } from './build-nodes.ts';
import { Machine, type Reading } from './machine.ts';

/** The paths that a rule takes: those that all of its machines take. */
export interface Language {
  readonly machines: readonly Machine[];
  /** The machines take what the rule takes; else they take more, and only the rule itself can tell. */
  readonly isExact: boolean;
}

/** Machines by what they are made of, so that rules of one group share those of the group. */
export type Machines = Map<string, Machine | undefined>;

/** Read the language of a rule; an expression that is too large counts as one that takes every path. */
export function readLanguage({ pattern, gates, search, strict }: ParsedRule, known: Machines): Language {
  const looseSlash = search ? 'never' : strict ? 'root' : 'any';
  const all = [
    machineOf(pattern, { search, looseSlash }, known),
    ...gates.map((gate) => machineOf(gate, { search: true, looseSlash: 'never' }, known)),
  ];
  const machines = all.filter((machine) => machine !== undefined);
  return { machines, isExact: machines.length === all.length && machines.every(({ isExact }) => isExact) };
}

// --- internal ---

function machineOf(
  { source, flags }: Pick<RegExp, 'source' | 'flags'>,
  reading: Reading,
  known: Machines,
): Machine | undefined {
  const key = JSON.stringify([source, flags, reading]);
  if (!known.has(key)) {
    const nodes = buildNodes({ source, flags });
    known.set(key, nodes && new Machine(nodes, reading));
  }
  return known.get(key);
}
