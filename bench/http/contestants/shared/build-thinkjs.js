import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resourceNames } from '../../work.js';

// What `think.work` is: see thinkjs.js.

const CONFIG = `module.exports = { workers: 1, host: '127.0.0.1', port: Number(process.env.PORT) };
`;

/** As the template of ThinkJS has it in production, without its own header fields, and with entity tags. */
const MIDDLEWARE = `const { badRequest, conditional, etag, PROBLEM_TYPE } = think.work;

/** It throws an error for every 404; \`false\` leaves the answer as it is. */
function error({ status, message }, ctx) {
  if (status === 404 && ctx.body) return false;
  ctx.status = status ?? 500;
  ctx.body = badRequest(ctx.path, message);
  ctx.type = PROBLEM_TYPE;
  return false;
}

module.exports = [
  { handle: 'meta', options: { logRequest: false, sendResponseTime: false, sendPowerBy: false } },
  { handle: () => conditional() },
  { handle: () => etag() },
  { handle: 'trace', options: { debug: false, error } },
  'payload',
  'router',
  'logic',
  'controller',
];
`;

const LOGIC = `const { refused, PROBLEM_TYPE } = think.work;

module.exports = class extends think.Logic {
  postAction() {
    this.rules = {
      title: { required: true, string: true, trim: true, length: { min: 1, max: 80 } },
      body: { string: true },
      views: { int: { min: 0 }, default: 0 },
      tags: { array: true, children: { string: true, length: { max: 20 } } },
      author: { object: true, children: { required: true, string: true } },
    };
    if (this.validate(this.rules)) return;
    const errors = Object.entries(this.validateErrors).map(([field, message]) => ({
      pointer: '/' + field.replace(/\\[(\\d+)\\]/g, '/$1').replaceAll('.', '/'),
      message,
    }));
    this.ctx.status = 422;
    this.ctx.body = refused(this.ctx.path, errors);
    this.ctx.type = PROBLEM_TYPE;
    return false;
  }
};
`;

/** Write a ThinkJS application: its loader looks for a file of each controller and each logic. */
export function buildThinkjs(directory, count) {
  const names = resourceNames(count);
  for (const folder of ['config', 'controller', 'logic'])
    mkdirSync(join(directory, 'src', folder), { recursive: true });
  const write = (path, text) => writeFileSync(join(directory, 'src', path), text);
  writeFileSync(join(directory, 'package.json'), '{ "type": "commonjs" }\n');
  write('config/config.js', CONFIG);
  write('config/middleware.js', MIDDLEWARE);
  write('config/router.js', writeRules(names));
  for (const name of names) {
    write(`controller/${name}.js`, writeController(name));
    write(`logic/${name}.js`, LOGIC);
  }
}

// --- internal ---

function writeRules(names) {
  return `module.exports = [\n${names.map((name) => `  ['/${name}/:id?', '/${name}', 'rest'],\n`).join('')}];\n`;
}

function writeController(name) {
  return `const { notFound, openCollection, PROBLEM_TYPE } = think.work;

const collection = openCollection('${name}');

module.exports = class extends think.Controller {
  getAction() {
    const id = this.get('id');
    if (id === undefined) {
      this.body = collection.list();
      return;
    }
    const record = collection.find(id);
    if (record === undefined) {
      this.status = 404;
      this.body = notFound(this.ctx.path);
      this.type = PROBLEM_TYPE;
    } else this.body = record;
  }

  postAction() {
    const record = collection.add(this.post());
    this.status = 201;
    this.ctx.set('Location', this.ctx.path + '/' + record.id);
    this.body = record;
  }
};
`;
}
