import { expect } from 'chai';
import { Controller, createRestRouter, defineRules, type RuleConfig } from '../../src/index.ts';

class Records extends Controller {
  getAction() {
    return [];
  }
  deleteAction() {
    return undefined;
  }
}

const NAMES = ['post', 'api/post', 'api/v1/post', 'api/tag-list'];

/** The controllers of the only rule, with the methods of their paths without and with an id. */
function listed(rule: RuleConfig): string[] {
  const controllers = Object.fromEntries(NAMES.map((name) => [name, Records]));
  const router = createRestRouter({ rules: defineRules([rule]), controllers, log: false });
  return router.routes().map(({ number, controller = 'none', collection, item }) => {
    expect(number).to.equal('1');
    return `${controller}: ${collection.join(' ')} | ${item.join(' ')}`;
  });
}

const COLLECTION = 'GET HEAD';
const ITEM = 'GET HEAD DELETE';

describe('listRoutes', () => {
  // biome-ignore format: a table
  const table: [string, RuleConfig, string[]][] = [
    ['the controllers that the captures of a bulk rule can name', [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest'], [`api/post: ${COLLECTION} | ${ITEM}`]],
    [
      'those of other directories where a capture goes over slashes',
      [/\/api\/([\w/-]+)/, 'api/:1', 'rest'],
      ['api/post', 'api/v1/post', 'api/tag-list'].map((name) => `${name}: ${COLLECTION} | `),
    ],
    ['a bulk rule that leads to no controller', [/\/web\/(\w+)/, 'web/:1', 'rest'], ['none:  | ']],
    ['a rule for records only, without a collection', ['/post/:id', 'rest'], [`post:  | ${ITEM}`]],
    ['a rule for both', ['/post/:id?', 'rest'], [`post: ${COLLECTION} | ${ITEM}`]],
    ['a rule for a collection only', ['/post', 'rest'], [`post: ${COLLECTION} | `]],
    ['a rule that no path matches', [/post/, 'post', 'rest'], ['post:  | ']],
    ['all that a rule could do where its paths cannot be told', [/\/post(?:\/(?!7)(\d+))?/, 'post?id=:1', 'rest'], [`post: ${COLLECTION} | ${ITEM}`]],
    [
      'all that captures could spell where the paths cannot be told',
      [/\/(?!x)(\w+)\/(\w+)/, ':1/:2', 'rest'],
      ['api/post', 'api/v1/post', 'api/tag-list'].map((name) => `${name}: ${COLLECTION} | `),
    ],
  ];
  for (const [what, rule, expected] of table) {
    it(`lists ${what}`, () => {
      expect(listed(rule)).to.deep.equal(expected);
    });
  }
});
