import type { Ajv, Name } from 'ajv';
import type { SectionDeclaration } from '../declaration/parse-section.ts';
import type { Failure } from '../failure.ts';
import { loadAjv } from '../on-demand.ts';
import { MOST_ERRORS } from '../refusal.ts';
import type { JsonCopy } from '../rules/json.ts';
import { isText, SECTIONS } from '../sections.ts';
import { toPointer } from '../to-pointer.ts';
import type { ActionInput, RunOptions } from '../types.ts';
import { prepareMember } from './generate-preparation.ts';
import { validateReferences } from './generate-references.ts';
import { requireMember, validateMember } from './generate-values.ts';
import { type Finding, type Generator, refer } from './generator.ts';

/** Replaces the sections of an input by validated copies; returns everything that failed, up to about 100 failures. */
export type Check = (input: ActionInput) => Failure[];

/**
 * Create the check of sections for every way to run them, each compiled when it is first needed.
 *
 * Ajv compiles one function from a schema with one custom keyword, which generates the code of the fields.
 */
export function createChecks(sections: readonly SectionDeclaration[]): (options: RunOptions) => Check {
  const usual: Check[] = [];
  const byGiven = new WeakMap<ReadonlySet<string>, Check[]>();
  return ({ textBody = false, openQuery = false, given = NONE }) => {
    const isSame = given === NONE || !sections.some((one) => one.section === 'body' && declares(one, given));
    const checks = isSame ? usual : (byGiven.get(given) ?? []);
    if (!isSame) byGiven.set(given, checks);
    const way = (textBody ? 1 : 0) + (openQuery ? 2 : 0);
    checks[way] ??= sections.length === 0 ? () => [] : compileCheck({ sections, textBody, openQuery, given });
    return checks[way];
  };
}

// --- internal ---

const NONE: ReadonlySet<string> = new Set();

function declares({ field }: SectionDeclaration, given: ReadonlySet<string>): boolean {
  return field.fields?.fields.some(({ name }) => given.has(name)) === true;
}

/** The input of the code generation. */
interface CheckPlan {
  readonly sections: readonly SectionDeclaration[];
  readonly textBody: boolean;
  readonly openQuery: boolean;
  readonly given: ReadonlySet<string>;
}

const KEYWORD = 'x-sections';

/** The failures found so far, by section and pointer. */
type Found = Map<string, Finding & Failure>;

let ajv: Ajv | undefined;

function compileCheck(plan: CheckPlan): Check {
  const { Core, ValueScope } = loadAjv();
  ajv ??= new Core({ strict: false, validateSchema: false, meta: false, addUsedSchema: false }).addKeyword({
    keyword: KEYWORD,
    // In a list, so that Ajv does not look for schemas in it.
    schemaType: 'array',
    error: { message: '', params: ({ params }) => loadAjv()._`{found: ${params.found}}` },
    code(context) {
      const { gen } = context;
      const found = gen.let('found');
      generateCheck(context.schema[0], { gen, input: context.data, found });
      gen.if(loadAjv()._`${found} !== undefined`, () => context.error(false, { found }));
    },
  });
  // Ajv caches everything that it compiles; without the instance, it can be garbage collected.
  const once: Ajv = Object.create(ajv, { scope: { value: new ValueScope({ scope: {} }) } });
  const schema = { [KEYWORD]: [plan] };
  const test = once.compile(schema);
  ajv.removeSchema(schema);
  return (input) => (test(input) ? [] : sortFailures(test.errors?.[0]?.params.found as Found));
}

function generateCheck(
  { sections, textBody, openQuery, given }: CheckPlan,
  { gen, input, found }: Pick<Generator, 'gen'> & { readonly input: Name; readonly found: Name },
): void {
  const { _, str } = loadAjv();
  const after = sections.map(({ section, field }) => {
    const generator: Generator = {
      ...{ gen, _, str, section, text: isText(section, textBody) },
      unknown: openQuery && section === 'query' ? 'strip' : undefined,
      isGiven: ({ name, path }) => section === 'body' && given.has(name) && path === toPointer([name]),
      report: (pointer, finding, refused) => {
        const what = 'rule' in finding ? refer(generator, finding) : finding;
        gen.assign(found, _`${refer(generator, report)}(${found}, ${pointer}, ${what}, ${refused ?? _`undefined`})`);
      },
      stopAtMost: () => gen.if(_`${found} !== undefined && ${found}.size >= ${MOST_ERRORS}`, () => gen.break()),
    };
    const value = gen.let('value', _`${input}[${section}]`);
    const place = { value, holder: input, key: section, pointer: _`""` };
    prepareMember(generator, field, place);
    gen.if(_`${value} === undefined`, () => gen.assign(_`${input}[${section}]`, _`undefined`));
    requireMember(generator, field, place);
    validateMember(generator, field, place);
    return () => validateReferences(generator, field, value);
  });
  for (const generate of after) generate();
}

function report(
  found: Found | undefined,
  pointer: string,
  finding: Finding,
  refused: Extract<JsonCopy, { readonly problem: string }> | undefined,
): Found {
  const all: Found = found ?? new Map();
  const at = refused === undefined ? pointer : pointer + toPointer(refused.path);
  const place = finding.in + at;
  const known = all.get(place);
  if (known === undefined || finding.rank < known.rank) {
    const { in: section, rule, argument, field, names, rank, order } = finding;
    all.set(place, { in: section, pointer: at, rule, argument, field, names, text: refused?.problem, rank, order });
  }
  return all;
}

/** Sort failures by the order of the declaration; those of one field stay as they were found. */
function sortFailures(found: Found): Failure[] {
  return [...found.values()].sort((a, b) => SECTIONS.indexOf(a.in) - SECTIONS.indexOf(b.in) || a.order - b.order);
}
