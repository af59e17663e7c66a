import { databaseUrl } from './database.ts';
import type { ProjectRequest } from './plan-project.ts';

/** `tsconfig.json`: checks sources and tests, and writes nothing. */
export function tsconfig({ testRunner }: ProjectRequest): string[] {
  return json({
    compilerOptions: {
      target: 'ES2023',
      module: 'NodeNext',
      types: testRunner === 'mocha' ? ['node', 'mocha'] : ['node'],
      strict: true,
      noImplicitOverride: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['src', 'test'],
  });
}

/** `tsconfig.build.json`: what `npm run build` writes into `dist`. */
export function tsconfigBuild(): string[] {
  return json({
    extends: './tsconfig.json',
    compilerOptions: { rootDir: 'src', outDir: 'dist', noEmit: false, sourceMap: true, types: ['node'] },
    include: ['src'],
  });
}

/** `.mocharc.json` */
export function mocharc({ language }: ProjectRequest): string[] {
  return json({
    spec: `test/**/*.test.${language}`,
    timeout: 10_000,
    ...(language === 'ts' && { 'node-option': ['import=tsx'] }),
  });
}

/** `vitest.config` */
export function vitestConfig({ language }: ProjectRequest): string[] {
  return [
    "import { defineConfig } from 'vitest/config';",
    '',
    'export default defineConfig({',
    '  test: {',
    `    include: ['test/**/*.test.${language}'],`,
    '    testTimeout: 10_000,',
    '    // The router imports the controllers. Outside of vitest it would load a second copy of every module.',
    '    server: { deps: { inline: [/@rest-gen\\//] } },',
    '  },',
    '});',
  ];
}

/** `.env.example` */
export function envExample({ name, database }: ProjectRequest): string[] {
  return [
    '# Copy this file to .env, which is not committed. Variables that are set already win.',
    'PORT=3000',
    ...(database === 'none' ? [] : [`DATABASE_URL=${databaseUrl(database, name)}`]),
  ];
}

/** `.gitignore` */
export function gitignore(): string[] {
  return ['node_modules/', 'dist/', 'data/', '.env', '.rest-gen.lock', '*.log'];
}

// --- internal ---

function json(value: object): string[] {
  return JSON.stringify(value, null, 2).split('\n');
}
