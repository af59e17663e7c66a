import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { createModels, type Models } from '../packages/model/src/index.ts';
import { createApplication, records } from '../packages/router/test/http-docs/application.ts';
import { readTranscripts, type Transcript } from '../packages/router/test/http-docs/read-transcripts.ts';
import { type Printed, runCurl, takeAllMethods } from '../packages/router/test/http-docs/run-curl.ts';
import { keepQuiet } from '../packages/router/test/serve.ts';
import { isSame } from './guides/is-same.ts';
import { ROOT, readText } from './workspace.ts';

const PAGES = ['http', 'http-lists', 'http-writes', 'conditional-requests', 'idempotency'];
/** Headers that differ between runs and Node versions: the page may omit them. */
const VOLATILE = /^(?:Date|Connection|Keep-Alive): /;

const migrations = join(ROOT, 'packages/router/test/http-docs/migrations');

for (const page of PAGES) {
  const transcripts = readTranscripts(readText(`docs/${page}.md`));
  describe(`docs/${page}.md`, () => {
    keepQuiet();
    // Every page starts with the same records.
    let models: Models;
    let server: Server;
    before(async () => {
      const opened = await open();
      models = opened.models;
      server = opened.app.listen(0, '127.0.0.1');
      takeAllMethods(server);
      await once(server, 'listening');
    });
    after(async () => {
      server.close();
      await models.close();
    });

    it('has requests', () => expect(transcripts).not.to.be.empty);

    for (const transcript of transcripts) {
      it(transcript.command, async () => {
        check(transcript, await runCurl(transcript.command, (server.address() as AddressInfo).port));
      });
    }
  });
}

// --- internal ---

async function open(): Promise<{ models: Models; app: ReturnType<typeof createApplication> }> {
  const models = createModels('sqlite::memory:', { migrations, autoMigrate: true });
  for (const [table, rows] of Object.entries(records)) {
    for (const row of rows) await models.repository(table).insert(row);
  }
  return { models, app: createApplication(models) };
}

/** Compare status line, headers and body; `…` matches anything. */
function check({ command, answer }: Transcript, { status, headers, body }: Printed): void {
  const wanted = answer.split('\n\n', 1)[0]?.split('\n') ?? [];
  const shown = headers.filter((line) => !VOLATILE.test(line) || wanted.some((other) => isSame(other, line)));
  const printed = [[status, ...shown].join('\n'), body.trimEnd()].filter((part) => part !== '').join('\n\n');
  if (!isSame(answer, printed)) expect(printed, command).to.equal(answer);
}
