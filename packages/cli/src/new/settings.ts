import { databaseUrl } from './database.ts';
import type { ProjectRequest } from './plan-project.ts';

/** `tsconfig.json`: checks sources and tests, and writes nothing. */
export function tsconfig(): string[] {
  return json({
    compilerOptions: {
      target: 'ES2023',
      module: 'NodeNext',
      types: ['node', 'mocha'],
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
