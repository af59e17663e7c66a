import { compileLogic } from '@rest-gen/logic';

/**
 * Times of a start: this file runs in a process of its own, where nothing is warm.
 *
 * Prints JSON: `files`, `fields`, `compile` (milliseconds for all files), `first` (median of the milliseconds from a compiled file to the first
 * validated request of its action), `second` (the same for the next request).
 */
const FILES = 1000;
const REQUESTS = 21;

const logics = Array.from({ length: FILES }, (_, index) => makeLogic(index));
const start = performance.now();
const compiled = logics.map((logic) => compileLogic(logic));
const compile = performance.now() - start;

const requests = compiled.slice(0, REQUESTS).map((logic, index) => {
  const body = makeBody(`p${index}-notes`);
  const request = () => logic.action('postAction').run({ body });
  return [time(request), time(request)];
});
const fields = Object.keys(logics[0].postAction.body).length;
const first = median(requests.map(([time]) => time));
const second = median(requests.map(([, time]) => time));
console.log(JSON.stringify({ files: FILES, fields, compile, first, second }));

// --- internal ---

/** Twenty fields of every kind; the numbers make each file another one, so that nothing can be compiled once for all. */
function makeLogic(index) {
  return {
    postAction: {
      body: {
        title: { required: true, string: true, trim: true, length: { min: 1, max: 80 + index } },
        slug: { required: true, string: true, regexp: new RegExp(`^p${index}(?:-[a-z0-9]+)*$`) },
        summary: { string: true, length: { max: 400 + index } },
        body: { string: true },
        state: { in: ['draft', 'live', 'gone'], default: 'draft' },
        language: { in: ['en', 'zh-CN', 'de'] },
        views: { int: { min: 0, max: 1e9 + index } },
        rank: { int: { min: 1 } },
        score: { float: { min: 0, max: 5 + index } },
        price: { float: true, required: true },
        live: { boolean: true, default: false },
        pinned: { boolean: true },
        publishedOn: { date: true },
        email: { required: true, email: true },
        homepage: { url: true },
        token: { uuid: true },
        tags: { array: true, children: { string: true, length: { max: 20 + index } } },
        related: { array: true, maxItems: 10 + index, children: { int: { min: 1 } } },
        author: { object: true, children: { name: { required: true, string: true }, age: { int: { min: index } } } },
        [`extra${index}`]: { string: true, startWith: 'x' },
      },
    },
  };
}

function makeBody(slug) {
  return { title: 'Notes', slug, price: 4.5, email: 'ada@example.com', tags: ['engines'], views: 12 };
}

function time(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function median(times) {
  return times.toSorted((one, other) => one - other)[times.length >> 1];
}
