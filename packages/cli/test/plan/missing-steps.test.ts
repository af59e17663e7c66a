import { expect } from 'chai';
import { missingSteps } from '../../src/plan/missing-steps.ts';
import { readProject } from '../../src/project/project.ts';
import { makeDirectory, makeProject, put, removeDirectories } from '../fixture.ts';

after(removeDirectories);

describe('missingSteps', () => {
  it('names nothing where nothing is missing', () => {
    expect(missingSteps(readProject(makeProject('ts-esm', { model: true })), true)).to.deep.equal([]);
    expect(missingSteps(readProject(makeProject('js-cjs')), false)).to.deep.equal([]);
  });

  it('names the packages', () => {
    const root = makeDirectory();
    put(root, 'package.json', '{"dependencies":{"express":"5"}}');
    put(root, 'tsconfig.json', '{}');
    expect(missingSteps(readProject(root), true)).to.deep.equal([
      'npm install @rest-gen/router @rest-gen/logic @rest-gen/model',
      'npm install --save-dev typescript @types/node @types/express',
    ]);
  });

  it('asks for no models where the project has its own', () => {
    const project = readProject(makeProject('js-esm', { files: { 'src/config/model.js': '' } }));
    expect(missingSteps(project, true)).to.deep.equal([]);
    expect(missingSteps(readProject(makeProject('js-esm')), true)).to.deep.equal(['npm install @rest-gen/model']);
  });

  it('names everything in an empty directory, with an app', () => {
    const root = makeDirectory();
    const [init, install, app] = missingSteps(readProject(root), true);
    expect([init, install]).to.deep.equal([
      'npm init -y',
      'npm install express @rest-gen/router @rest-gen/logic @rest-gen/model',
    ]);
    expect(app).to.match(/^an app: src\/app\.js\n {4}const express = require\('express'\);/);
    expect(missingSteps(readProject(root, 'ts'), true).at(-1)).to.match(/^an app: src\/app\.ts\n {4}import express/);
  });
});
