import { expect } from 'chai';
import { readText } from './workspace.ts';

const SEED = 'packages/router/test/seed.test.ts';
const ROUTER = 'packages/router/test/create-rest-router.test.ts';
const CLI = 'packages/cli/test';

/** Each row and rule of the convention, the file that tests it, and the name of the test there. */
const ROWS: readonly (readonly [row: string, file: string, test: string])[] = [
  ['Generator: command `controller <name> -r`', `${CLI}/commands/controller.test.ts`, 'says what it wrote, one line a file'],
  ['Generator: src/controller/rest', `${CLI}/end-to-end.e2e.ts`, 'writes the files of the seed, in the kind that the project is'],
  ['Generator: src/controller/<name>', `${CLI}/end-to-end.e2e.ts`, 'is what the router serves'],
  ['Generator: src/logic/<name>', `${CLI}/plan/plan-controller.test.ts`, 'plans the files of the seed'],
  ['Generator: the base class can be changed per project', `${CLI}/end-to-end.e2e.ts`, 'leaves a base class that is there as it is, in whatever kind'],
  ['Route rule: regex form', SEED, 'the regex form'],
  ['Route rule: path form with target', SEED, 'the path form with target'],
  ['Route rule: short path form', SEED, 'the short path form'],
  ['Route rule: the literal rest', SEED, 'Route rule: only the literal rest marks a rule as ours'],
  ['Route rule: version 1.0.17 or higher', 'test/packages.test.ts', '1.1.0'],
  ['Route rule: the optional numeric segment', SEED, 'Route rule: the optional segment takes a trailing slash and no other text'],
  ['Actions: getAction, list', SEED, 'GET /<resource>: getAction, list of records'],
  ['Actions: getAction, detail', SEED, 'GET /<resource>/:id: getAction, detail of one record'],
  ['Actions: postAction', SEED, 'POST /<resource>: postAction, add a record'],
  ['Actions: putAction', SEED, 'PUT /<resource>/:id: putAction, update the record'],
  ['Actions: deleteAction', SEED, 'DELETE /<resource>/:id: deleteAction, delete the record'],
  ['Inside an action: get, model, success', SEED, 'Inside an action: get, model and success'],
  ['Endpoints, rule 2: only with a rule', SEED, 'Route rule: without a matching rule the controller cannot be reached'],
  ['What the service does, rule 4: validation belongs in the logic', SEED, 'What the service does: a request is validated by the logic before the action runs'],
  ['Bulk rule', SEED, 'Bulk rule for a path prefix: the first capture names the controller, the second is the id'],
  ['Sub-resource routes: both conditions', SEED, 'Sub-resource routes: one child that matches parent and id, or all children of the parent'],
  ['Document-database ids', SEED, 'Document-database ids: the group of the expression uses'],
  ['Checking that a rule is in effect', ROUTER, 'prints with DEBUG what each address resolves to, and when no rule takes it'],
  ['Versioning: one rule a version, sub-directories', SEED, 'Versioning: one rule for each version, controllers in version directories'],
  ['Versioning: controllers are found automatically', 'packages/router/test/load/load-project.test.ts', 'finds rules, controllers, logic and model of an ES module project'],
]; // biome-ignore format: one row a line

describe('the convention', () => {
  for (const [row, file, test] of ROWS) {
    it(`is tested: ${row}`, () => expect(readText(file)).to.contain(test));
  }
});
