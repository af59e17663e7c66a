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
  const body = (file?.program.body ?? []) as readonly Node[];
  const calls = body.flatMap((statement) => findCalls(statement));
  const router = calls.find(({ callee }) => callee.name === 'createRestRouter');
  const routers = routerNames(body);
  const uses = body.find((statement) => findCalls(statement).some((call) => isUse(call, routers)));
  const cors = calls.find(({ callee }) => callee.name === 'cors');
  const imported = importEdit(source, body, importLine);
  add(importLine, imported);
  add('createRestRouter({ parts: [auth.part] })', imported && router && partEdit(source, router));
  if (!/\bauth\.authenticate\b/.test(source))
    add(
      'app.use(auth.authenticate); // after cors(), before the router',
      imported && uses && useEdit(source, uses, cors),
    );
  // A page of another origin sends the cookie only if CORS allows it.
  if (cors !== undefined && !/\bcredentials\s*:/.test(source))
    add('cors({ origin: […], credentials: true })', corsEdit(source, cors));
  edits.sort(([one], [other]) => one - other);
  return { source: applyEdits(source, edits), missing };
}

// --- internal ---

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

/** Names that the file imports or declares at its top. */
function namesOf(statement: Node): unknown[] {
  const { declaration, ...own } = statement as { declaration?: Node | null } & Node;
  const {
    specifiers = [],
    declarations = [],
    id,
  } = (declaration ?? own) as {
    specifiers?: readonly { local: { name: string } }[];
    declarations?: readonly { id: { name?: string; properties?: readonly object[] } }[];
    id?: { name: string } | null;
  };
  const declared = declarations.flatMap((one) => [one.id.name, ...(one.id.properties ?? []).map(keyOf)]);
  return [...specifiers.map(({ local }) => local.name), ...declared, id?.name];
}

/** Where formatters sort it: before the first import of a file of the project whose name comes later. */
function importEdit(source: string, body: readonly Node[], line: string): Edit[] | undefined {
  if (source.includes(line)) return [];
  if (body.flatMap(namesOf).includes('auth')) return undefined;
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
  const { elements, start, end } = parts.value as unknown as { elements: readonly Node[]; start: number; end: number };
  if (source.slice(start, end).includes('auth.part')) return [];
  const at = elements.at(-1)?.end ?? start + 1;
  return [[at, at, elements.length === 0 ? 'auth.part' : ', auth.part']];
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

/** Before the statement that uses the router, and the comments above it; after CORS, which answers for every response. */
function useEdit(source: string, statement: Node, cors: Call | undefined): Edit[] | undefined {
  const { leadingComments = [] } = statement as { leadingComments?: readonly Node[] };
  // A comment at the end of the line before belongs to another statement.
  const at = [...leadingComments, statement]
    .map(({ start }) => start as number)
    .find((start) => isLineStart(source, start));
  if (at === undefined || (cors?.start ?? 0) > at) return undefined;
  const app = /^\w+/.exec(source.slice(statement.start as number))?.[0] ?? 'app';
  return [[at, at, toLines(source, ['// Who sends a request: `req.user`.', `${app}.use(auth.authenticate);`])]];
}

/** Not where all origins may call the service: then every page on the web could act as the user. */
function corsEdit(source: string, { arguments: [options] }: Call): Edit[] | undefined {
  if (!isObject(options)) return undefined;
  const origin = options.properties.find((one) => keyOf(one) === 'origin') as { value?: Node } | undefined;
  const { start = 0, end = 0 } = origin?.value ?? {};
  const value = source.slice(start as number, end as number);
  return /^(?:true|['"`]\*['"`])?$/.test(value) ? undefined : addMember(source, options, 'credentials: true,');
}

function isLineStart(source: string, at: number): boolean {
  return at === 0 || source[at - 1] === '\n';
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
