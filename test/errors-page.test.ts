import { expect } from 'chai';
import { ERRORS } from '../packages/cli/src/errors.ts';
import { FIXES } from '../packages/openapi/src/docs/fixes.ts';
import { REQUEST_CODES } from '../packages/router/src/codes.ts';
import { START_CODES } from '../packages/router/src/core/errors.ts';
import { listFiles, listMembers, readText } from './workspace.ts';

/** A row of a table of the page. */
interface Row {
  /** The anchor; empty without one. */
  anchor: string;
  code: string;
  /** `start`, a status or an exit code. */
  when: string;
  meaning: string;
  fix: string;
}

const DATA_ERRORS = '@rest-gen/model/core';

const pages = ['errors', 'errors-start', 'errors-models', 'errors-packages', 'errors-cli'].map((name) =>
  readText(`docs/${name}.md`),
);
const sections = readSections();

describe('docs/errors.md and its neighbors', () => {
  for (const { path, manifest } of listMembers('packages')) {
    // These pass on the codes of the service, of its router and of the command line.
    if (['@rest-gen/client', '@rest-gen/inspect', 'create-rest-gen'].includes(manifest.name)) continue;
    it(`have exactly the codes of ${manifest.name}`, () => {
      const codes = readCodes(path);
      expect(codes).not.to.be.empty;
      expect(codesOf(manifest.name)).to.have.members(codes);
    });
  }

  it('have exactly the codes of a DataError', () => {
    const union = /export type DataErrorCode =([^;]+);/.exec(readText('packages/model/src/core/data-error.ts'))?.[1];
    expect(codesOf(DATA_ERRORS)).to.have.members([...(union ?? '').matchAll(/'(\w+)'/g)].map(([, code]) => code));
  });

  it('explain every code and its fix', () => {
    for (const { code, meaning, fix } of [...sections.values()].flat()) {
      expect(meaning, code).to.match(/^\S.*\.$/);
      expect(fix, code).to.match(/^\S.*\.$/);
    }
  });

  it('have one anchor for each code', () => {
    const rows = [...sections.values()].flat();
    for (const { code, anchor } of rows) expect(anchor, code).to.be.oneOf(['', code.toLowerCase()]);
    const anchors = pages.flatMap((page) => [...page.matchAll(/ id="(\w+)"/g)].map(([, id]) => id));
    expect(anchors.sort()).to.eql([...new Set(rows.map(({ code }) => code.toLowerCase()))].sort());
  });

  it('have the statuses and exit codes in force', () => {
    for (const [code, [status]] of Object.entries(REQUEST_CODES)) {
      expect(rowOf('@rest-gen/router', code)?.when, code).to.equal(String(status));
    }
    for (const code of Object.keys(START_CODES)) {
      expect(rowOf('@rest-gen/router', code)?.when, code).to.equal('start');
    }
    for (const [code, exit] of Object.entries(ERRORS)) {
      expect(rowOf('rest-gen', code)?.when, code).to.equal(String(exit));
    }
  });

  it('have the same fixes as createDocs', () => {
    for (const [code, fix] of Object.entries(FIXES)) expect(rowOf('@rest-gen/router', code)?.fix, code).to.equal(fix);
  });
});

// --- internal ---

/** The tables of the pages, by the package in the heading above; a package may be on two pages. */
function readSections(): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const page of pages) {
    const [, ...parts] = page.split(/^## `(.+)`$/m);
    for (let index = 0; index < parts.length; index += 2) {
      const name = parts[index] as string;
      found.set(name, [...(found.get(name) ?? []), ...readRows(parts[index + 1] ?? '')]);
    }
  }
  return found;
}

function readRows(text: string): Row[] {
  return [...text.matchAll(/^\| (?:<a id="(\w+)"><\/a>)?`(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, anchor = '', code = '', when = '', meaning = '', fix = '']) => ({ anchor, code, when, meaning, fix }),
  );
}

function codesOf(section: string): string[] {
  return (sections.get(section) ?? []).map(({ code }) => code);
}

function rowOf(section: string, code: string): Row | undefined {
  return sections.get(section)?.find((row) => row.code === code);
}

/** Every code that the sources of a package name. */
function readCodes(path: string): string[] {
  const texts = listFiles(`${path}/src`).map(readText);
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/'(E_[A-Z]+(?:_[A-Z]+)*)'/g)].map(([, code]) => code ?? ''))),
  ];
}
