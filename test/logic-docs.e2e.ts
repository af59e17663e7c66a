import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { attributeNames } from '../packages/logic/src/declaration/known-rules.ts';
import { conditionNames } from '../packages/logic/src/rules/conditions.ts';
import { formatRules } from '../packages/logic/src/rules/formats.ts';
import { jsonFormats } from '../packages/logic/src/rules/json-formats.ts';
import { typeRules } from '../packages/logic/src/rules/kinds.ts';
import { vocabulary } from '../packages/logic/src/rules/vocabulary.ts';
import { SECTIONS } from '../packages/logic/src/sections.ts';
import { runExample } from '../packages/logic/test/run-example.ts';
import { checkTable, hasRunner } from './logic-tables.ts';
import { readTables, type Table } from './read-tables.ts';
import { listFiles, ROOT, readText } from './workspace.ts';

const SOURCES = 'packages/logic/src';
const EXAMPLES = 'packages/logic/test/docs';

const page = [
  'logic',
  'logic-attributes',
  'logic-rules',
  'logic-schemas',
  'logic-messages',
  'logic-uploads',
  'logic-types',
  'logic-express',
]
  .map((name) => readText(`docs/${name}.md`))
  .join('\n');
const tables = readTables(page);
const examples = listFiles(EXAMPLES);
/** Files of a project, which the tests of the router run. */
const files = listFiles('packages/router/test/docs');
/** All inline code. */
const spans = new Set(
  [...page.replace(/```[\s\S]+?```/g, '').matchAll(/`([^`]+)`/g)].map(([, text]) => text as string),
);
const REFUSALS = ['E_VALIDATION', 'E_QUERY'];

describe('docs/logic.md and its neighbors', () => {
  describe('names', () => {
    for (const [what, names] of Object.entries(namesInTables())) {
      it(`has every ${what} in a table`, () => {
        const [head = ''] = what.split(' ');
        const missing = tables.filter((table) => table.head[0] === head).map((table) => missingIn(table, names));
        expect(names).not.to.be.empty;
        // There are several tables of options; one of them must have all names.
        expect(missing.sort((one, other) => one.length - other.length)[0]).to.eql([]);
      });
    }

    for (const [what, names] of Object.entries(namesInText())) {
      it(`has every ${what}`, () => {
        expect(names).not.to.be.empty;
        expect(names.filter((name) => !spans.has(name))).to.eql([]);
      });
    }

    it('has no unknown error code', () => {
      const codes = new Set([...valuesOf('LogicErrorCode'), ...REFUSALS, 'E_LOGIC_EXPORT', 'E_LOGIC_BODY']);
      const written = [...page.matchAll(/\bE_[A-Z]+(?:_[A-Z]+)*/g)].map(([code]) => code);
      expect(written.filter((code) => !codes.has(code))).to.eql([]);
    });
  });

  describe('examples in tables', () => {
    const run = tables.filter(hasRunner);

    it('cover every rule, attribute and condition', () => {
      const shown = new Set(run.flatMap(checkedRules));
      const rules = [...attributeNames, ...new Set(conditionNames.values()), ...vocabulary.keys()];
      expect(rules.filter((rule) => !shown.has(rule))).to.eql([]);
    });

    for (const table of run) {
      for (const row of table.rows) it(row.filter(Boolean).join(' '), () => checkTable(table.head, row));
    }
  });

  describe('examples in blocks', () => {
    it('are all in files', () => {
      expect([...page.matchAll(/^```ts$/gm)]).to.have.lengthOf(examples.length + files.length);
    });

    for (const path of files) {
      it(`shows ${path}`, () => expect(page).to.include(readText(path).trimEnd()));
    }

    for (const path of examples) {
      it(`shows ${path} with its output`, async () => {
        expect(page).to.include(`\`\`\`ts\n${readText(path)}\`\`\`\n`);
        const { lines, promised } = await runExample(pathToFileURL(join(ROOT, path)));
        expect(lines).to.eql(promised);
        expect(lines).not.to.eql([]);
      });
    }
  });
});

// --- internal ---

/** By the first column head of their tables. */
function namesInTables(): Record<string, readonly string[]> {
  return {
    'key of a logic': membersOf('field-rules', 'Logic').map((name) => (name === 'action' ? '…Action' : name)),
    'section of an action': SECTIONS,
    'attribute of a field': attributeNames,
    'condition of a field': [...new Set(conditionNames.values())],
    'type of a field': Object.keys(typeRules),
    'format of text': Object.keys(formatRules),
    'option of a run': membersOf('types', 'RunOptions'),
    'option of a document': membersOf('types', 'DocumentOptions'),
    'option of a rule': [...membersOf('custom-rule', 'CommonOptions'), ...membersOf('custom-rule', 'AsyncTest')],
    'option of a middleware': membersOf('as-middleware', 'MiddlewareOptions'),
    'member of what asynchronous tests get': membersOf('custom-rule', 'AsyncTestContext'),
    'member of an error': membersOf('refusal', 'FieldError'),
  };
}

function missingIn({ rows }: Table, names: readonly string[]): string[] {
  return names.filter((name) => !rows.some(([cell]) => cell?.startsWith(`\`${name}\``)));
}

function namesInText(): Record<string, readonly string[]> {
  return {
    'spelling of a condition': [...conditionNames.keys()],
    'format of JSON Schema': Object.keys(jsonFormats),
    'key of an action': membersOf('field-rules', 'ActionRules'),
    'member of what tests get': membersOf('custom-rule', 'TestContext'),
    'member of what functions get': membersOf('types', 'LogicContext'),
    'member of what messages get': membersOf('failure', 'MessageContext'),
    'member of the environment': membersOf('environment', 'Environment'),
    'name of the package': exportsOf('index').map((name) => callOf(name) ?? name),
  };
}

/** The members of an interface in a file of the package. */
function membersOf(file: string, name: string): string[] {
  const [, body = ''] =
    new RegExp(`interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(readText(`${SOURCES}/${file}.ts`)) ?? [];
  return [...body.matchAll(/^ {2}(?:readonly )?\[?(\w+)/gm)].map(([, member]) => member as string);
}

/** The values of a union in `errors.ts`. */
function valuesOf(name: string): string[] {
  const [, union = ''] = new RegExp(`export type ${name} =([^;]+);`).exec(readText(`${SOURCES}/errors.ts`)) ?? [];
  return [...union.matchAll(/'(\w+)'/g)].map(([, value]) => value as string);
}

function exportsOf(file: string): string[] {
  return [...readText(`${SOURCES}/${file}.ts`).matchAll(/export (?:type )?\{([^}]+)\}/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '');
}

/** Functions are documented with their parameters: `validate(logic, action, sources, options)`. */
function callOf(name: string): string | undefined {
  return [...spans].find((span) => span.startsWith(`${name}(`) || span.startsWith(`${name}<`));
}

/** The rules in the examples of a table. */
function checkedRules({ head, rows }: Table): string[] {
  return rows.flatMap((row) => {
    if (head[0] === 'format') return [/`(\w+)`/.exec(row[0] ?? '')?.[1] ?? ''];
    const rules = row[head.findIndex((name) => name.startsWith('rules'))] ?? '';
    return [...rules.matchAll(/(\w+):/g)].map(([, name]) => name as string);
  });
}
