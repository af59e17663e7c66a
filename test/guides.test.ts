import { expect } from 'chai';
import { keepQuiet } from '../packages/router/test/serve.ts';
import { checkTranscript } from './guides/check-transcript.ts';
import { type OpenProject, openProject } from './guides/open-project.ts';
import { readGuide } from './guides/read-guide.ts';
import { readText } from './workspace.ts';

const GUIDES = [
  'rules',
  'controllers',
  'hooks',
  'relations',
  'relations-write',
  'search',
  'aggregates',
  'soft-delete',
  'audit',
  'files',
  'policies',
  'policies-howto',
  'from-thinkjs',
  'from-express',
  'decimals',
];

/** Pages whose project is that of another page, up to its first section. */
const PROJECTS: Readonly<Record<string, string>> = { 'relations-write': 'relations' };

for (const guide of GUIDES) {
  describe(`docs/${guide}.md`, () => {
    keepQuiet();
    const [project = ''] = guide in PROJECTS ? readText(`docs/${PROJECTS[guide]}.md`).split(/^## /m) : [];
    const sections = readGuide(project + readText(`docs/${guide}.md`)).filter(
      ({ transcripts }) => transcripts.length > 0,
    );
    it('has sections with answers', () => expect(sections).not.to.be.empty);

    for (const { heading, files, transcripts } of sections) {
      describe(heading, () => {
        let project: OpenProject;
        before(async () => {
          project = await openProject(files);
        });
        after(() => project.close());

        for (const [index, transcript] of transcripts.entries()) {
          it(`${index + 1}: ${transcript.command}`, () => checkTranscript(transcript, project.port));
        }
      });
    }
  });
}
