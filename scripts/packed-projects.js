/**
 * @typedef {object} Project
 * @property {string} name
 * @property {string[]} install - beside the tarballs
 * @property {Record<string, string>} before - files that are there before anything is installed
 * @property {Record<string, string>} app - files that the user writes after the generator ran
 * @property {[string, ...string[]]} [build] - command between the two and the start
 * @property {string} start - the file that node runs; it prints its address
 */

const ESM_APP = `import express from 'express';
import { createRestRouter } from '@rest-gen/router';
import { createServer, gracefulShutdown } from '@rest-gen/server';
const router = createRestRouter();
const server = createServer(express().use(router));
gracefulShutdown(server, { close: [router] });
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;
const CJS_APP = `const express = require('express');
const { createRestRouter } = require('@rest-gen/router');
const { createServer, gracefulShutdown } = require('@rest-gen/server');
const router = createRestRouter();
const server = createServer(express().use(router));
gracefulShutdown(server, { close: [router] });
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;
const TS_APP = `import type { AddressInfo } from 'node:net';
${ESM_APP.replace('server.address()', '(server.address() as AddressInfo)')}`;

/** @type {Project[]} both majors of Express, both kinds of modules, and TypeScript */
export const PROJECTS = [
  {
    name: 'JavaScript, ES modules, Express 5',
    install: ['express@5'],
    before: { 'package.json': '{ "type": "module" }' },
    app: { 'app.js': ESM_APP },
    start: 'app.js',
  },
  {
    name: 'JavaScript, CommonJS, Express 4',
    install: ['express@4'],
    before: {},
    app: { 'app.js': CJS_APP },
    start: 'app.js',
  },
  {
    name: 'TypeScript, Express 5',
    install: ['express@5', 'typescript@7', '@types/node@20', '@types/express@5'],
    before: {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          target: 'ES2023',
          module: 'NodeNext',
          types: ['node'],
          strict: true,
          noImplicitOverride: true,
          rootDir: 'src',
          outDir: 'dist',
        },
        include: ['src'],
      }),
    },
    app: { 'src/app.ts': TS_APP },
    build: ['npx', '--no', 'tsc'],
    start: 'dist/app.js',
  },
];
