// Starts one application, and says how long that took and what it holds then.

const [, , kind, count, directory] = process.argv;
const { default: express } = await import('express');
const app = express();
await KINDS()[kind](Number(count));
const server = app.listen(0, '127.0.0.1', () => {
  // Node's own start is a part of it.
  const milliseconds = performance.now();
  const { user, system } = process.cpuUsage();
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  console.log(JSON.stringify({ milliseconds, cpu: (user + system) / 1000, rss, heapUsed }));
  server.close();
});

// --- internal ---

/** What is mounted on the application. */
function KINDS() {
  return {
    /** Nothing. */
    bare: async () => {},
    /** As people write it by hand: the routers of the comparison of servers. */
    hand: async (count) => {
      const { createApp } = await import('../http/contestants/shared/express-app.js');
      app.use(createApp(express, count));
    },
    /** A project on disk. */
    project: async () => {
      const { createRestRouter } = await import('@rest-gen/router');
      app.use(createRestRouter({ root: directory }));
    },
    /** Rules to one controller. */
    rules: async (count) => {
      const { Controller, createRestRouter } = await import('@rest-gen/router');
      class Item extends Controller {
        getAction() {
          return { id: this.id };
        }
      }
      const rules = Array.from({ length: count }, (_, index) => [`/item${index}/:id?`, '/item', 'rest']);
      app.use(createRestRouter({ rules, controllers: { item: Item } }));
    },
  };
}
