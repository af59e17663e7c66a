import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createModels, type Models } from '@rest-gen/model';
import { expect } from 'chai';
import { Receiver, SECRET } from '../../../changes/test/receiver.ts';
import { BIN, cli, makeProject, put, read, removeDirectories, start } from '../fixture.ts';

after(removeDirectories);

describe('rest-gen work', function () {
  this.timeout(120_000);
  let root: string;
  let receiver: Receiver;
  let models: Models;
  let worker: ChildProcess | undefined;

  beforeEach(async () => {
    receiver = await new Receiver().open();
    root = makeProject('ts-esm', { model: true });
    await cli(root, 'controller issue title:string! -r');
    await cli(root, 'migration webhook_delivery');
    put(
      root,
      'migrations/20990101000000_record_changes.js',
      "export const up = (schema) => schema.alterTable('issue', (t) => t.changes({ keep: '1 day' }));\n",
    );
    put(
      root,
      'src/controller/issue.ts',
      "import { writeFileSync } from 'node:fs';\nimport Rest from './rest.js';\n\nexport default class Issue extends Rest { static changes = true; }\nconsole.log('noise');\nwriteFileSync('pid', String(process.pid));\n",
    );
    const hook = { name: 'hook', resource: 'issue', url: receiver.url, secret: SECRET, allowPrivate: true };
    put(
      root,
      'src/config/webhooks.ts',
      `import { defineWebhooks } from '@rest-gen/changes';\n\nexport default defineWebhooks([${JSON.stringify(hook)}]);\n`,
    );
    expect(await start(root, ['migrate'])).to.include({ code: 0 });
    models = createModels(`sqlite:${root}/data/app.sqlite3`, { autoMigrate: false });
  });
  afterEach(async () => {
    worker?.kill('SIGKILL');
    await models.close();
    await receiver.close();
  });

  async function work(line = 'working: 1 webhook'): Promise<{ child: ChildProcess; next: () => Promise<string> }> {
    const child = spawn(process.execPath, [BIN, 'work', '--cwd', root], { stdio: ['ignore', 'pipe', 'inherit'] });
    worker = child;
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const next = async () => String((await lines.next()).value);
    expect(await next()).to.equal(line);
    return { child, next };
  }

  it('sends webhooks until SIGTERM, and finishes what is being sent', async () => {
    await start(root, ['work', '--once']);
    const { child, next } = await work();
    let answer = (_status: number): void => {};
    receiver.answer = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await models.repository('issue').insert({ title: 'A' });
    await receiver.until(() => receiver.received.length === 1);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await next()).to.equal('stopping: what is being sent is finished');
    answer(204);
    expect(await exited).to.deep.equal([0, null]);
    expect(receiver.events).to.deep.equal(['issue.created 1']);
    expect(await models.repository('webhook_delivery').findMany()).to.have.nested.property('[0].state', 'delivered');
  });

  it('runs jobs on their schedules, and one when it is asked for', async () => {
    const job = (schedule: string, run: string) =>
      `import { defineJob } from '@rest-gen/changes';\n\nexport default defineJob({\n  schedule: '${schedule}',\n  run: ${run},\n});\n`;
    await cli(root, 'migration scheduled_job');
    expect(await start(root, ['migrate'])).to.include({ code: 0 });
    put(root, 'src/job/tick.ts', job('* * * * * *', "({ models }) => models.model('issue').add({ title: 'Tick' })"));
    put(root, 'src/job/report/bad.ts', job('0 0 1 1 *', "() => Promise.reject(new Error('no paper'))"));
    put(root, 'src/job/report/bad.test.ts', 'throw new Error();\n');
    put(
      root,
      'src/policy/issue.ts',
      "import { definePolicy } from '@rest-gen/router';\n\nexport default definePolicy('everyone');\n",
    );
    const ran = await start(root, ['work', '--job', 'report/bad']);
    expect(ran.code).to.equal(1);
    expect(ran.err).to.contain('no paper').and.contain('src/job/report/bad.ts');
    expect((await start(root, ['work', '--job', 'none'])).err).to.contain('There are: report/bad, tick.');
    const { child, next } = await work('working: 1 webhook, 2 jobs');
    expect(await next()).to.match(/^job tick: \d+ ms$/);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(await models.repository('issue').count()).to.be.above(0);
  });

  it('lists dead deliveries, and sends them again', async () => {
    receiver.answer = () => 410;
    await start(root, ['work', '--once']);
    await models.repository('issue').insert({ title: 'A' });
    const ran = await start(root, ['work', '--once']);
    expect(ran).to.include({ code: 0, out: 'dead: issue.created 1 of "hook", attempt 1: 410\n' });
    const listed = await start(root, ['webhooks']);
    expect(listed.out).to.equal(`hook: 0 pending, 1 dead, /issue to ${new URL(receiver.url).origin}\n`);
    const [id, ...rest] = (await start(root, ['webhooks', 'dead', 'hook'])).out.split('  ');
    expect(rest.join('  ')).to.match(/^hook: issue\.created 1\n {2}\d{4}-\S+Z, attempt 1: 410 not now\n$/);
    receiver.answer = () => 204;
    expect(await start(root, ['webhooks', 'resend', id as string])).to.include({
      code: 0,
      out: '1 delivery is sent again.\n',
    });
    expect(await start(root, ['webhooks', 'resend', 'msg_none'])).to.include({ code: 1 });
    await start(root, ['work', '--once']);
    expect(receiver.received.map((event) => event.id)).to.deep.equal([id, id]);
    expect(JSON.parse((await start(root, ['webhooks', '--json'])).out).webhooks).to.deep.equal([
      { name: 'hook', list: '/issue', to: new URL(receiver.url).origin, pending: 0, dead: 0 },
    ]);
  });

  it('ends when the command is killed', async () => {
    const { child } = await work();
    const pid = Number(read(root, 'pid'));
    expect(pid).not.to.equal(child.pid);
    child.kill('SIGKILL');
    while (isRunning(pid)) await new Promise((resolve) => void setTimeout(resolve, 20));
  });

  for (const [words, code, message] of [
    [['work', '--json'], 2, 'A worker prints lines'],
    [['webhooks', 'resend'], 2, 'Which delivery'],
    [['webhooks', '--all'], 2, '--all is for resend'],
  ] as const)
    it(`refuses ${words.join(' ')}`, async () => {
      const ran = await start(root, words);
      expect(ran.code).to.equal(code);
      expect(ran.out + ran.err).to.contain(message);
    });

  it('says what is wrong with the webhooks', async () => {
    put(root, 'src/config/webhooks.ts', "export default [{ name: 'hook', resource: 'issue', url: '/in' }];\n");
    const { code, err } = await start(root, ['work', '--once']);
    expect(code).to.equal(1);
    expect(err).to.contain('The webhook "hook" has a secret that is none').and.contain('(E_WEBHOOK)');
  });
});

// --- internal ---

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
