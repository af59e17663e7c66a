import { compileLogic, LogicError } from '@rest-gen/logic';
import { createRestRouter, type RestRouterOptions, type RuleConfig, StartError } from '@rest-gen/router';
import { expect } from 'chai';
import Rest from '../../test/fixture/rest.ts';
import { EVIL, HARMLESS } from './expression-tables.ts';

/** A text on which it is slow: `'a'.repeat(50) and another character`. */
const PROOF = /^'.*'(?:\.repeat\(\d+\))? and another character$/;

describe('expressions', () => {
  for (const [attack, source, flags] of EVIL) {
    it(`a rule is refused: ${attack}`, () => {
      const rule: RuleConfig = [new RegExp(`\\/x\\/${source}`, flags), 'x', 'rest'];
      const error = startError(['/ok/:id?', 'x', 'rest'], rule);
      expect(error).to.include({ code: 'E_RULE_SLOW' });
      expect(error?.rule?.number).to.equal('2');
      expect(error?.message).to.contain(`/x\\/${source}`);
      expect(proofIn(error?.message, /for example on (.*)$/m)).to.match(PROOF);
      expect(error?.hint).to.match(/^Rewrite it so that each text can be matched in one way only/);
    });

    it(`a regexp of a logic is refused: ${attack}`, () => {
      const error = logicError({ regexp: new RegExp(`^(?:${source})$`, flags) });
      expect(error).to.include({ code: 'E_LOGIC_REGEXP' });
      expect(error?.message).to.contain('postAction.body.name').and.contain(source).and.contain('can hang');
      expect(proofIn(error?.message, / for example on ('.*); write it/s)).to.match(PROOF);
    });
  }

  for (const [why, source, flags] of HARMLESS) {
    it(`a rule is taken: ${why}`, () => {
      expect(startError([new RegExp(`\\/x\\/${source}`, flags), 'x', 'rest'])).to.equal(undefined);
    });

    it(`a regexp of a logic is taken: ${why}`, () => {
      expect(logicError({ regexp: new RegExp(`^(?:${source})$`, flags) })).to.equal(undefined);
    });
  }

  const SEARCHED: RuleConfig[] = [
    [/\/x\/(\w+\s?)*!/, 'x', 'rest', { match: 'search' }],
    [/(?:\/\w+|\/\d+)*!/, 'x', 'rest', { match: 'search' }],
    ['/x/:id((?:a|aa)*b)', 'x', 'rest'],
    ['/x/:ids((?:\\d+,?)+;)', 'x', 'rest'],
    { match: /^(\/\w+)*(\/\w+)*!$|^(?:a|a)*b/, rules: [['/x', 'rest']] },
    { match: '/x', rules: [{ match: /(\w+)*!/, rules: [['/x/:id?', 'x', 'rest']] }] },
  ];
  for (const rule of SEARCHED) {
    const shown = Array.isArray(rule) ? String(rule[0]) : `a group in ${String((rule as { match: RegExp }).match)}`;
    it(`a rule is refused wherever its expression stands: ${shown}`, () => {
      expect(startError(rule)).to.include({ code: 'E_RULE_SLOW' });
    });
  }

  it('a pattern, and a pattern of a JSON Schema, are refused as a regexp is', () => {
    const text = { type: 'string', pattern: '^(a+)+$' };
    const object = { type: 'object', patternProperties: { '^(a|a)*$': {} } };
    for (const rules of [{ pattern: '^(?:a|a)*$' }, text, object]) {
      const error = logicError(rules);
      expect(error?.code, JSON.stringify(rules)).to.equal('E_LOGIC_REGEXP');
      expect(error?.message).to.contain('.repeat(');
    }
  });

  it('an option of a format is refused as a regexp is', () => {
    const error = logicError({ alpha: { ignore: /(a+)+b/ } });
    expect(error?.message).to.contain('regular expression that cannot hang');
  });

  it('what is short enough in one place is refused where paths may be longer', () => {
    const rule: RuleConfig = [/\/x\/(.*)-(.*)!/, 'x', 'rest'];
    expect(startError(rule)).to.equal(undefined);
    expect(startError({ limits: { path: 30_000 } }, rule)).to.include({ code: 'E_RULE_SLOW' });
  });
});

// --- internal ---

class X extends Rest {}

/** What stops the start of a router with these rules; options may come first. */
function startError(first: RuleConfig | RestRouterOptions, ...others: RuleConfig[]): StartError | undefined {
  const options = 'limits' in first ? first : {};
  const rules = 'limits' in first ? others : [first as RuleConfig, ...others];
  return thrown(StartError, () => void createRestRouter({ log: false, ...options, rules, controllers: { x: X } }));
}

function logicError(rules: object): LogicError | undefined {
  const logic = { postAction: { body: { name: rules } } };
  return thrown(LogicError, () => void compileLogic(logic as Parameters<typeof compileLogic>[0]));
}

function thrown<E extends Error>(type: abstract new (...given: never[]) => E, work: () => void): E | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof type) return error;
    throw error;
  }
}

function proofIn(message: string | undefined, place: RegExp): string | undefined {
  return place.exec(message ?? '')?.[1];
}
