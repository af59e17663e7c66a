import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));

/**
 * What is measured: `files` of the project before the command, `args` of Node, and what the command has to have `written`.
 * Every one works in a project in which it has worked before, with its base and its list of routes there.
 */
export const lanes = [
  { name: 'node -e 0', args: ['-e', '0'], files: {}, written: {} },
  {
    name: 'rest-gen controller post -r',
    args: ['node_modules/rest-gen/bin/rest-gen.js', 'controller', 'post', '-r'],
    version: 'rest-gen',
    files: {
      'package.json': '{ "name": "app", "type": "module" }\n',
      'tsconfig.json': '{ "compilerOptions": { "module": "nodenext" } }\n',
      'src/config/router.ts': "export default [\n  ['/user/:id?', 'rest'],\n];\n",
      'src/controller/rest.ts':
        "import { Controller } from '@rest-gen/router';\n\nexport default class Rest extends Controller {}\n",
    },
    written: {
      'src/controller/post.ts': 'class Post extends Rest',
      'src/logic/post.ts': 'title: {',
      'src/config/router.ts': "['/post/:id?', 'rest']",
    },
  },
  {
    name: 'nest generate controller post',
    args: ['node_modules/@nestjs/cli/bin/nest.js', 'generate', 'controller', 'post'],
    version: '@nestjs/cli',
    files: {
      'package.json': '{ "name": "app" }\n',
      'nest-cli.json': '{ "collection": "@nestjs/schematics", "sourceRoot": "src" }\n',
      'src/app.module.ts':
        "import { Module } from '@nestjs/common';\n\n@Module({ imports: [], controllers: [], providers: [] })\nexport class AppModule {}\n",
    },
    written: {
      'src/post/post.controller.ts': 'class PostController',
      'src/post/post.controller.spec.ts': 'PostController',
      'src/app.module.ts': 'controllers: [PostController]',
    },
  },
  {
    name: 'ace make:controller post --resource',
    args: ['ace.js', 'make:controller', 'post', '--resource'],
    version: '@adonisjs/core',
    files: {
      'package.json': '{ "name": "app", "type": "module" }\n',
      'adonisrc.js': `import { defineConfig } from '@adonisjs/core/app';

export default defineConfig({
  commands: [() => import('@adonisjs/core/commands')],
  providers: [() => import('@adonisjs/core/providers/app_provider')],
});
`,
      'ace.js': `import { Ignitor, prettyPrintError } from '@adonisjs/core';

const root = new URL('./', import.meta.url);
const importer = (path) => import(path.startsWith('.') ? new URL(path, root).href : path);
new Ignitor(root, { importer }).ace().handle(process.argv.slice(2)).catch((error) => {
  process.exitCode = 1;
  prettyPrintError(error);
});
`,
    },
    written: { 'app/controllers/posts_controller.ts': 'class PostsController' },
  },
];

/** Write the project of a lane; its packages are those of the benchmarks. */
export function writeProject(directory, { files }) {
  mkdirSync(directory);
  symlinkSync(NODE_MODULES, join(directory, 'node_modules'), 'junction');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}
