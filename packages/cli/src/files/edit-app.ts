import {
  applyEdits,
  type Block,
  beforeBracket,
  commaAfter,
  type Edit,
  keyOf,
  type Node,
  parseSource,
  toLines,
} from './edit-source.ts';

/** What the file of the application needs to sign users in. */
export interface AppEdit {
  /** `import { auth } from './auth.ts';` */
  readonly importLine: string;
  /** The new source. */
  readonly source: string;
  /** Lines that were not added, because the file has another shape. */
  readonly missing: readonly string[];
}

/**
 * Add the middleware, the part of the router, and the cookie of CORS to the file that creates the application, as
 * `rest-gen new` writes it. What is there already is left alone.
 */
export function editApp(source: string, importLine: string): AppEdit {
  const file = parseSource(source);
  const edits: Edit[] = [];
  const missing: string[] = [];
  const add = (line: string, edit: readonly Edit[] | undefined) => {
    if (edit === undefined) missing.push(line);
    else edits.push(...edit);
  };
  if (/\bauth\.authenticate\b/.test(source)) return { importLine, source, missing };
  const body = (file?.program.body ?? []) as readonly Node[];
  const calls = body.flatMap((statement) => findCalls(statement));
  const router = calls.find(({ callee }) => callee.name === 'createRestRouter');
  const uses = body.find((statement) => findCalls(statement).some((call) => isUse(call, routerNames(body))));
  const cors = calls.find(({ callee }) => callee.name === 'cors');
  add(importLine, importEdit(source, body, importLine));
  add('createRestRouter({ parts: [auth.part] })', router && partEdit(source, router));
  add('app.use(auth.authenticate);', uses && [beforeStatement(source, uses, MIDDLEWARE)]);
  // A page of another origin sends the cookie only if CORS allows it.
  if (cors !== undefined && !/\bcredentials\s*:/.test(source)) {
    const [options] = cors.arguments;
    add(
      'cors({ credentials: true })',
      isObject(options) ? addMember(source, options, 'credentials: true,') : undefined,
    );
  }
  edits.sort(([one], [other]) => one - other);
  return { importLine, source: applyEdits(source, edits), missing };
}

// --- internal ---

const MIDDLEWARE = ['// Who sends a request: `req.user`.', 'app.use(auth.authenticate);'];

interface Call extends Node {
  readonly callee: { readonly type: string; readonly name?: string; readonly property?: { readonly name?: string } };
  readonly arguments: readonly Node[];
}
type ObjectNode = Extract<Block, { type: 'ObjectExpression' }>;

/** Every call in a node. */
function findCalls(node: unknown): Call[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(findCalls);
  const { type } = node as { type?: unknown };
  if (typeof type !== 'string') return [];
  const inner = Object.entries(node).flatMap(([name, child]) => (name.endsWith('Comments') ? [] : findCalls(child)));
  return type === 'CallExpression' ? [node as unknown as Call, ...inner] : inner;
}

/** The names of what `createRestRouter` returns. */
function routerNames(body: readonly Node[]): ReadonlySet<string> {
  const names = body.flatMap((statement) => {
    const { declaration = statement } = statement as unknown as { declaration?: Node | null };
    const { declarations = [] } = (declaration ?? {}) as {
      declarations?: readonly { id: { name?: string }; init: unknown }[];
    };
    return declarations.flatMap(({ id, init }) =>
      (init as Call | null)?.callee?.name === 'createRestRouter' && id.name !== undefined ? [id.name] : [],
    );
  });
  return new Set(names);
}

/** `app.use('/docs', createDocs(router))`, `app.use(router)`: the first one after which it is known who sends a request. */
function isUse(call: Call, routers: ReadonlySet<string>): boolean {
  if (call.callee.property?.name !== 'use') return false;
  return call.arguments.some((argument) => {
    const name = (argument as unknown as { name?: string }).name;
    return (
      (name !== undefined && routers.has(name)) || findCalls(argument).some(({ callee }) => CREATED.has(callee.name))
    );
  });
}

const CREATED: ReadonlySet<string | undefined> = new Set(['createDocs', 'createRestRouter']);

/** Where formatters sort it: before the first import of a file of the project whose name comes later. */
function importEdit(source: string, body: readonly Node[], line: string): Edit[] | undefined {
  const imports = body.filter((one) => one.type === 'ImportDeclaration' || isRequire(one));
  const later = imports.find((one) => {
    const module = (one as unknown as { source?: { value: string } }).source?.value ?? '';
    return module.startsWith('./') && module > './auth';
  });
  const last = imports.at(-1);
  if (last === undefined) return undefined;
  const at = later === undefined ? lineEnd(source, last) : (later.start as number);
  return [[at, at, toLines(source, [line])]];
}

function partEdit(source: string, call: Call): Edit[] | undefined {
  const [options] = call.arguments;
  if (options === undefined) {
    const at = (call.end as number) - 1;
    return [[at, at, '{ parts: [auth.part] }']];
  }
  if (!isObject(options)) return undefined;
  const parts = options.properties.find((one) => keyOf(one) === 'parts') as { value?: Node } | undefined;
  if (parts === undefined) return addMember(source, options, 'parts: [auth.part],');
  if (parts.value?.type !== 'ArrayExpression') return undefined;
  const { elements, end } = parts.value as unknown as { elements: readonly unknown[]; end: number };
  return [[end - 1, end - 1, elements.length === 0 ? 'auth.part' : ', auth.part']];
}

/** Add a line at the end of an object; one that is written on one line stays so. */
function addMember(source: string, object: ObjectNode, line: string): Edit[] {
  const [from, to] = [object.start as number, object.end as number];
  const lastMember = object.properties.at(-1);
  if (!source.slice(from, to).includes('\n')) {
    const at = (lastMember?.end as number | undefined) ?? from + 1;
    const text = line.replace(/,$/, '');
    return [[at, at, lastMember === undefined ? ` ${text} ` : `, ${text}`]];
  }
  const start = source.lastIndexOf('\n', (lastMember?.start as number | undefined) ?? to) + 1;
  const indent = /^[ \t]*/.exec(source.slice(start))?.[0] ?? '';
  return [...commaAfter(object, lastMember), beforeBracket(source, object, [indent + line])];
}

/** Before a statement and the comments above it. */
function beforeStatement(source: string, statement: Node, lines: readonly string[]): Edit {
  const [comment] = (statement as { leadingComments?: readonly Node[] }).leadingComments ?? [];
  const at = Math.min(statement.start as number, (comment?.start as number | undefined) ?? Number.POSITIVE_INFINITY);
  const start = source.lastIndexOf('\n', at - 1) + 1;
  return [start, start, toLines(source, lines)];
}

function lineEnd(source: string, { end }: Node): number {
  const at = source.indexOf('\n', end as number);
  return at === -1 ? source.length : at + 1;
}

function isObject(node: Node | undefined): node is ObjectNode {
  return node?.type === 'ObjectExpression';
}

/** `const express = require('express');` */
function isRequire(statement: Node): boolean {
  return (
    statement.type === 'VariableDeclaration' && findCalls(statement).some(({ callee }) => callee.name === 'require')
  );
}
