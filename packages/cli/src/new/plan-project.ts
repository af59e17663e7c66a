import type { Language } from '../project.ts';
import type { Database } from './database.ts';
import { dockerfile, dockerignore } from './docker.ts';
import { packageJson } from './package-json.ts';
import { readme } from './readme.ts';
import { envExample, gitignore, mocharc, tsconfig, tsconfigBuild, vitestConfig } from './settings.ts';
import { app, env, model, router, server } from './sources.ts';
import type { TestRunner } from './test-runner.ts';
import { appTest, testApp } from './tests.ts';

/** What was asked for, checked. */
export interface ProjectRequest {
  /** Name of the package. */
  readonly name: string;
  readonly language: Language;
  readonly database: Database;
  readonly testRunner: TestRunner;
  /** Version of rest-gen, which that of its packages goes with. */
  readonly version: string;
}

/** A file of a new project. */
export interface NewFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly contents: string;
}

/** Plan the files of a new project. Reads and writes nothing. */
export function planProject(request: ProjectRequest): NewFile[] {
  const { language } = request;
  const isTs = language === 'ts';
  const hasModel = request.database !== 'none';
  const lines: readonly (readonly [path: string, lines: readonly string[]])[] = [
    ['package.json', packageJson(request)],
    ...(isTs ? ([['tsconfig.json', tsconfig(request)]] as const) : []),
    ...(isTs ? ([['tsconfig.build.json', tsconfigBuild()]] as const) : []),
    [`src/app.${language}`, app(request)],
    [`src/server.${language}`, server(request)],
    [`src/env.${language}`, env()],
    [`src/config/router.${language}`, router()],
    ...(hasModel ? ([[`src/config/model.${language}`, model(request)]] as const) : []),
    ...(hasModel ? ([['migrations/.gitkeep', []]] as const) : []),
    [`test/app.${language}`, testApp(request)],
    [`test/app.test.${language}`, appTest(request)],
    request.testRunner === 'vitest'
      ? [`vitest.config.${language}`, vitestConfig(request)]
      : ['.mocharc.json', mocharc(request)],
    ['.env.example', envExample(request)],
    ['.gitignore', gitignore()],
    ['Dockerfile', dockerfile(request)],
    ['.dockerignore', dockerignore()],
    ['README.md', readme(request)],
  ];
  return lines.map(([path, text]) => ({ path, contents: text.map((line) => `${line}\n`).join('') }));
}
