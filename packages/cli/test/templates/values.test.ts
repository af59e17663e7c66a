import { expect } from 'chai';
import { readFields } from '../../src/field.ts';
import { readName } from '../../src/name.ts';
import { planController } from '../../src/plan.ts';
import { planTest } from '../../src/plan-test.ts';
import { readProject } from '../../src/project.ts';
import { signatureOf } from '../../src/templates/values.ts';
import { makeProject, NOW, removeDirectories } from '../fixture.ts';

after(removeDirectories);

describe('the values of a template', () => {
  it('are what the generator gives it', () => {
    const files = { 'test/app.ts': "const { app } = await import('../src/app.js');\n" };
    const project = readProject(makeProject('ts-esm', { model: true, files }));
    const request = { name: readName('post'), fields: readFields(['title:string!']), rest: true, now: NOW };
    const planned = [...planController(project, request), ...planTest(project, request)];
    expect(planned.map(({ template }) => template)).to.deep.equal([
      'rest',
      'controller',
      'logic',
      'router',
      'model',
      'migration',
      'test',
    ]);
    for (const { template, values } of planned) {
      expect(Object.keys(values).sort().join(' '), template).to.equal(signatureOf(template));
    }
  });
});
