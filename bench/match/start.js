import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compileRules } from '../../packages/router/dist/compile/compile-rules.js';
import { parseRules } from '../../packages/router/dist/parse/rule.js';

/** What an index of many rules costs: milliseconds to make it, and bytes of the heap that each rule keeps besides what its author wrote. */
export function measureStart(form, count) {
  const rules = Array.from({ length: count }, (_, at) => {
    return form === 'path'
      ? [`/item${at}/:id?`, 'rest']
      : [new RegExp(`\\/item${at}(?:\\/(\\d+))?`), `item${at}?id=:1`, 'rest'];
  });
  const before = heap();
  const begin = performance.now();
  const index = compileRules(parseRules(rules, { caseSensitive: false, strict: false }), { maxPath: 2048 });
  const milliseconds = performance.now() - begin;
  const bytes = (heap() - before) / count;
  if (index.rules.length !== count) throw new Error('rules are missing');
  return { form, count, milliseconds, bytes };
}

// --- internal ---

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

function heap() {
  for (let turn = 0; turn < 3; turn++) collect();
  return process.memoryUsage().heapUsed;
}
