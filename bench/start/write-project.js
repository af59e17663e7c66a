import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Write a project as the generator lays it out, without a model: rules, a controller and a logic for each resource. */
export function writeProject(directory, count) {
  const names = Array.from({ length: count }, (_, index) => `item${index}`);
  for (const folder of ['config', 'controller', 'logic']) mkdirSync(join(directory, folder), { recursive: true });
  const rules = names.map((name) => `  ['/${name}/:id?', 'rest'],\n`).join('');
  writeFileSync(join(directory, 'config/router.js'), `export default [\n${rules}];\n`);
  for (const name of names) {
    writeFileSync(join(directory, `controller/${name}.js`), CONTROLLER);
    writeFileSync(join(directory, `logic/${name}.js`), LOGIC);
  }
}

// --- internal ---

const CONTROLLER = `import { Controller } from '@rest-gen/router';

export default class Item extends Controller {
  getAction() {
    return { id: this.id };
  }

  postAction({ body }) {
    return { id: 1, ...body };
  }
}
`;

const LOGIC = `export default {
  postAction: {
    body: {
      title: { required: true, string: true, trim: true, length: { min: 1, max: 80 } },
      body: { string: true },
      views: { int: { min: 0 }, default: 0 },
      tags: { array: true, children: { string: true, length: { max: 20 } } },
      author: { object: true, children: { name: { required: true, string: true } } },
    },
  },
};
`;
