import { evaluate, type Names, placeOf, textOf } from './evaluate.ts';
import type { SourceFile } from './find-files.ts';
import { constantsOf, type LogicClass } from './read-class.ts';
import type { Leftover, ObjectValue, Value } from './value.ts';

/** An action that is being read, for one method of HTTP. */
export interface Run {
  readonly logic: LogicClass;
  readonly name: string;
  readonly method: string;
  readonly left: Leftover[];
  /** Members of `this` that statements have set. */
  readonly own: Map<string, Value>;
  /** Names of the methods that are being run. */
  readonly calls: string[];
  /** Of `this.validate(rules, messages)`. */
  readonly rules: ObjectValue;
  readonly messages: ObjectValue;
}

/** The names in a function: its constants, and which of them are results of `this.validate`. */
export interface Frame {
  readonly file: SourceFile;
  readonly constants: Map<string, Value>;
  readonly outer: (name: string) => Value | undefined;
  readonly results: Set<string>;
}

/** The value of a member of `this`. */
export function memberOf(run: Run, name: string): Value | undefined {
  if (run.own.has(name)) return run.own.get(name);
  const member = run.logic.members.get(name);
  if (member === undefined || run.calls.includes(name)) return undefined;
  const { node, file } = member;
  const frame = frameOf(file);
  const names = namesOf({ ...run, calls: [...run.calls, name] }, frame);
  if (node.type === 'ClassProperty') return node.value ? evaluate(node.value, names) : undefined;
  if (node.type !== 'ClassMethod' || node.kind !== 'get') return undefined;
  const [only] = node.body.body;
  if (only?.type === 'ReturnStatement' && only.argument) return evaluate(only.argument, names);
  return { kind: 'unknown', at: placeOf(node, file.path), text: textOf(node, file.source) };
}

/** The names at the beginning of a function of a file. */
export function frameOf(file: SourceFile): Frame {
  return { file, constants: new Map(), outer: constantsOf(file), results: new Set() };
}

/** The names that expressions of a function can use. */
export function namesOf(run: Run, { file, constants, outer }: Frame): Names {
  return {
    file: file.path,
    source: file.source,
    constant: (name: string) => constants.get(name) ?? outer(name),
    member: (name: string) => memberOf(run, name),
  };
}
