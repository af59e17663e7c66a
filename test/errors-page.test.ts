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

const page = readText('docs/errors.md');
const sections = readSections();

describe('docs/errors.md', () => {
  for (const { path, manifest } of listMembers('packages')) {
    // The errors of the client have the codes of the service, and what explains a router names its codes.
    if (['@rest-gen/client', '@rest-gen/inspect'].includes(manifest.name)) continue;
    it(`has exactly the codes of ${manifest.name}`, () => {
      const codes = readCodes(path);
      expect(codes).not.to.be.empty;
      expect(codesOf(manifest.name)).to.have.members(codes);
    });
  }

  it('has exactly the codes of a DataError', () => {
    const union = /export type DataErrorCode =([^;]+);/.exec(readText('packages/model/src/core/data-error.ts'))?.[1];
    expect(codesOf(DATA_ERRORS)).to.have.members([...(union ?? '').matchAll(/'(\w+)'/g)].map(([, code]) => code));
  });

  it('explains every code and its fix', () => {
    for (const { code, meaning, fix } of [...sections.values()].flat()) {
      expect(meaning, code).to.match(/^\S.*\.$/);
      expect(fix, code).to.match(/^\S.*\.$/);
    }
  });

  it('has one anchor for each code, at its first row', () => {
    const seen = new Set<string>();
    for (const { code, anchor } of [...sections.values()].flat()) {
      const due = code.toLowerCase();
      expect(anchor, `| <a id="${due}"></a>\`${code}\` |`).to.equal(seen.has(due) ? '' : due);
      seen.add(due);
    }
    expect([...page.matchAll(/ id="/g)]).to.have.length(seen.size);
  });

  it('has the statuses and exit codes in force', () => {
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

  it('has the same fixes as createDocs', () => {
    for (const [code, fix] of Object.entries(FIXES)) expect(rowOf('@rest-gen/router', code)?.fix, code).to.equal(fix);
  });
});

// --- internal ---

/** The tables of the page, by the package in the heading above. */
function readSections(): Map<string, Row[]> {
  const parts = page.split(/^## `(.+)`$/m);
  const names = parts.filter((_, index) => index % 2 === 1);
  return new Map(names.map((name, index) => [name, readRows(parts[2 * index + 2] ?? '')]));
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
