import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { generateRoutes } from 'tsoa';
import { resourceNames } from '../../work.js';

/** The body of a POST, one for all controllers: tsoa wants one definition of a name. */
const BODY = `interface Author {
  /** @minLength 1 */
  name: string;
}

export interface Item {
  /**
   * @pattern \\S
   * @maxLength 80
   */
  title: string;
  body?: string;
  /**
   * @isInt
   * @minimum 0
   * @default 0
   */
  views?: number;
  tags?: Tag[];
  author?: Author;
}

/** @maxLength 20 */
type Tag = string;
`;

// A process of its own, so that no server holds the compiler: writes controllers in TypeScript, lets tsoa make the routes, and takes the types out.

const [, , directory, count] = process.argv;
const names = resourceNames(Number(count));
mkdirSync(directory, { recursive: true });
writeFileSync(join(directory, 'body.ts'), BODY);
for (const name of names) writeFileSync(join(directory, `${name}.ts`), writeController(name));
await generateRoutes(
  {
    controllerPathGlobs: [join(directory, 'item*.ts')],
    noImplicitAdditionalProperties: 'throw-on-extras',
    routesDir: directory,
    middleware: 'express',
    esm: true,
  },
  { experimentalDecorators: true, strict: true, target: 9, module: 199, moduleResolution: 99, skipLibCheck: true },
);
const typescript = loadTypescript();
for (const name of [...names, 'routes']) {
  const { outputText } = typescript.transpileModule(readFileSync(join(directory, `${name}.ts`), 'utf8'), {
    compilerOptions: { experimentalDecorators: true, target: 'ES2022', module: 'ESNext', verbatimModuleSyntax: false },
  });
  // What `tsoa` exports; where nothing is hoisted, only that one is found.
  writeFileSync(join(directory, `${name}.js`), outputText.replaceAll("'@tsoa/runtime'", "'tsoa'"));
}

// --- internal ---

/** The compiler that tsoa itself uses. */
function loadTypescript() {
  const cli = createRequire(createRequire(import.meta.url).resolve('tsoa')).resolve('@tsoa/cli');
  return createRequire(cli)('typescript');
}

function writeController(name) {
  return `import { Body, Controller, Get, Path, Post, Route, SuccessResponse } from 'tsoa';
import { openCollection } from '../../work.js';
import type { Item } from './body.ts';

const collection = openCollection('${name}');

@Route('${name}')
export class ${name[0].toUpperCase()}${name.slice(1)}Controller extends Controller {
  @Get()
  public async list(): Promise<any> {
    return collection.list();
  }

  @Get('{id}')
  public async find(@Path() id: string): Promise<any> {
    const record = collection.find(id);
    if (record === undefined) throw Object.assign(new Error('There is no such record.'), { status: 404 });
    return record;
  }

  @SuccessResponse(201)
  @Post()
  public async create(@Body() body: Item): Promise<any> {
    // It has no rule that trims.
    const record = collection.add({ ...body, title: body.title.trim() });
    this.setHeader('Location', \`/${name}/\${record.id}\`);
    return record;
  }
}
`;
}
