import '../../logic/src/index.ts';
import { resolveName } from '../src/webhooks/public-address.ts';
import { prepareTasks } from '../src/webhooks/webhook-tasks.ts';
import { Reporter } from '../src/worker/reporter.ts';
import { runTasks } from '../src/worker/worker.ts';
import { fastClock } from './fast-clock.ts';
import { openBoard } from './open-board.ts';
import { SECRET } from './receiver.ts';

// A worker of its own, which tests end with SIGKILL: `serve-worker.ts <store> <address of the receiver> <start of the clock>`. It prints a line when it works.
const [store = '', url = '', start = '0'] = process.argv.slice(2);
const board = await openBoard({ store });
const now = fastClock(Number(start));
const reporter = new Reporter((line) => console.error(line), now);
const hook = { name: 'hook', resource: 'post', filter: 'status=live', url, secret: SECRET, as: { id: 1 } };
const webhooks = [{ ...hook, payload: 'full' as const, allowPrivate: true }];
const world = { now, random: Math.random, resolve: resolveName };
runTasks(await prepareTasks(board.router, { webhooks, pollInterval: 20 }, reporter, world)(), reporter);
console.log('works');
