import { expect } from 'chai';
import { STORES } from '../packages/model/test/each-store.ts';
import { keepQuiet } from '../packages/router/test/serve.ts';
import { checkTranscript } from './guides/check-transcript.ts';
import { type OpenProject, openProject } from './guides/open-project.ts';
import { readGuide } from './guides/read-guide.ts';
import { readText } from './workspace.ts';

const PAGE = 'docs/constraints.md';
const sections = readGuide(readText(PAGE)).filter(({ transcripts }) => transcripts.length > 0);
const EVERYWHERE = /^Every database: /;

describe(PAGE, () => {
  keepQuiet();
  it('has sections for PostgreSQL and for every database', () => {
    expect(sections.map(({ heading }) => EVERYWHERE.test(heading))).to.include.members([true, false]);
  });

  for (const [store, make] of STORES) {
    for (const { heading, files, transcripts } of sections) {
      if (store !== 'postgres' && !EVERYWHERE.test(heading)) continue;
      describe(`${heading}, ${store}`, () => {
        let database: Awaited<ReturnType<typeof make>>;
        let project: OpenProject;
        before(async () => {
          database = await make();
          project = await openProject(new Map([...files, ['src/config/model.js', modelFile(database.url)]]));
        });
        after(async () => {
          await project.close();
          await database.drop();
        });

        for (const [index, transcript] of transcripts.entries()) {
          it(`${index + 1}: ${transcript.command}`, () => checkTranscript(transcript, project.port));
        }

        it('lets one of several requests at once write', async () => {
          const day = '2027-01-04T09';
          const times = { starts_at: `${day}:00:00Z`, ends_at: `${day}:30:00Z` };
          const values = { doctor_id: 2, ...(heading.endsWith('index') ? { slot: times.starts_at } : times) };
          const send = () =>
            fetch(`http://127.0.0.1:${project.port}/appointment`, {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify(values),
            });
          const statuses = (await Promise.all(Array.from({ length: 4 }, send))).map(({ status }) => status);
          expect(statuses.sort()).to.eql([201, 409, 409, 409]);
        });
      });
    }
  }
});

// --- internal ---

function modelFile(url: string): string {
  return `import { fileURLToPath } from 'node:url';
import { createModels } from '@rest-gen/model';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
export default createModels('${url}', { migrations, autoMigrate: true });
`;
}
