/**
 * @typedef {object} Operation
 * @property {string} path - `/post/{id}`
 * @property {string} method - `GET`
 * @property {readonly any[]} query - its parameters of the query, resolved
 * @property {readonly any[]} params - its parameters of the path, resolved
 * @property {any} [body] - the schema of its body
 * @property {readonly string[]} types - media types of its body
 * @property {boolean} isItem - its path ends with a parameter
 */

/** An OpenAPI document, as far as requests are made from it. */
export class Document {
  /** @type {readonly Operation[]} */
  operations;
  #json;

  /** @param {any} json */
  constructor(json) {
    this.#json = json;
    this.operations = Object.entries(json.paths).flatMap(([path, item]) =>
      Object.entries({ ...item, ...(item['x-query'] && { query: item['x-query'] }) })
        .filter(([method]) => METHODS.has(method))
        .map(([method, operation]) => this.#toOperation(path, method, operation, item.parameters ?? [])),
    );
  }

  /** Follow references of a schema, a parameter or a body. @param {any} schema */
  resolve(schema) {
    let found = schema ?? {};
    for (let hops = 0; found.$ref !== undefined && hops < 9; hops += 1) {
      found =
        found.$ref
          .slice(2)
          .split('/')
          .reduce((part, key) => part?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], this.#json) ?? {};
    }
    return found;
  }

  // --- internal ---

  #toOperation(path, method, operation, shared) {
    const parameters = [...shared, ...(operation.parameters ?? [])].map((one) => this.resolve(one));
    const content = this.resolve(operation.requestBody).content ?? {};
    const types = Object.keys(content);
    return {
      path,
      method: method.toUpperCase(),
      query: parameters.filter((one) => one.in === 'query'),
      params: parameters.filter((one) => one.in === 'path'),
      body: content['application/json']?.schema ?? content[types[0]]?.schema,
      types,
      isItem: path.endsWith('}'),
    };
  }
}

const METHODS = new Set(['get', 'query', 'post', 'put', 'patch', 'delete']);
