import { Controller } from '@rest-gen/router';
import { openCollection, resourceNames } from '../../work.js';

/** The options of `createRestRouter`: a rule, a controller and a logic for each resource. */
export function routerOptions(count) {
  const names = resourceNames(count);
  return {
    rules: names.map((name) => [`/${name}/:id?`, 'rest']),
    controllers: Object.fromEntries(names.map((name) => [name, createController(name)])),
    logics: Object.fromEntries(names.map((name) => [name, createLogic()])),
  };
}

// --- internal ---

function createController(name) {
  const collection = openCollection(name);
  return class Item extends Controller {
    getAction() {
      return this.id === undefined ? collection.list() : this.found(collection.find(this.id));
    }

    postAction({ body }) {
      return collection.add(body);
    }
  };
}

function createLogic() {
  return {
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
}
