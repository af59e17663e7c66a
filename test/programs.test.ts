import { expect } from 'chai';
import { render } from '../packages/cli/src/render.ts';
import { compilePrograms } from './compile-programs.ts';
import { ELSEWHERE } from './programs/elsewhere.ts';
import { PROGRAMS } from './programs/preludes.ts';
import { readPrograms } from './programs/read-programs.ts';
import { listFiles } from './workspace.ts';

const pages = ['README.md', 'CONTRIBUTING.md', ...listFiles('docs'), ...listFiles('packages')].filter(
  (file) => file.endsWith('.md') && !file.includes('/test/') && !file.includes('/assets/'),
);
const programs = pages.flatMap(readPrograms);

/** The project files that programs import. */
const PROJECT = {
  'src/controller/rest.ts': await render('rest', { ts: true, esm: true }),
  'src/config/model.ts':
    "import { createModels } from '@rest-gen/model';\nexport default createModels('sqlite::memory:');\n",
  'src/logic/post.ts': `import { defineLogic } from '@rest-gen/logic';
export default defineLogic({ postAction: { body: { title: { required: true, string: true } } } });
`,
  'src/logic/user.ts': `import { defineLogic } from '@rest-gen/logic';
export default defineLogic({ postAction: { body: { email: { required: true, email: true } } } });
`,
  'src/auth.ts': "export declare const auth: import('@rest-gen/auth').Auth;\n",
  // Beside the programs, which stand for files of src.
  'src/controller/job/close-old.ts':
    "import { defineJob } from '@rest-gen/changes';\nexport default defineJob({ schedule: '0 3 * * *', run: async () => {} });\n",
  'src/controller/config/webhooks.ts':
    "import { defineWebhooks } from '@rest-gen/changes';\nexport default defineWebhooks([]);\n",
  // What the pages use of packages that are not installed here.
  'src/object-storage.d.ts': `declare module '@aws-sdk/client-s3' {
  type Place = { Bucket: string; Key: string };
  export class S3Client { send(command: Command): Promise<unknown> }
  class Command { constructor(place: Place) }
  export { Command as PutObjectCommand, Command as GetObjectCommand, Command as DeleteObjectCommand };
}
declare module 'standardwebhooks' {
  export class Webhook {
    constructor(secret: string);
    verify(payload: string | Buffer, headers: Record<string, string>): unknown;
  }
}
declare module '@aws-sdk/s3-request-presigner' {
  import type { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
  export function getSignedUrl(client: S3Client, command: GetObjectCommand, options: { expiresIn: number }): Promise<string>;
}
`,
};

describe('programs of the pages', () => {
  const rest = programs.filter(({ page, text }) => !ELSEWHERE.some((one) => one.page === page && one.has(text)));
  const preludeOf = (page: string, text: string) =>
    PROGRAMS.find((one) => one.page === page && text.startsWith(one.start));

  it('are tested with their page or listed here', () => {
    const unknown = rest.filter(({ page, text }) => preludeOf(page, text) === undefined);
    expect(unknown.map(({ page, line, text }) => `${page}:${line} ${text.split('\n')[0]}`)).to.eql([]);
  });

  it('are listed only if they exist', () => {
    const gone = PROGRAMS.filter(
      ({ page, start }) => !rest.some((one) => one.page === page && one.text.startsWith(start)),
    );
    expect(gone.map(({ page, start }) => `${page}: ${start}`)).to.eql([]);
  });

  it('compile', async function () {
    this.timeout(120_000);
    const files = rest.map(({ page, line, text }) => {
      const { before = '', after = '' } = preludeOf(page, text) ?? {};
      return [`src/controller/${page.replace(/\W+/g, '-')}-${line}.ts`, `${before}${text}${after}\nexport {};\n`];
    });
    expect(files).not.to.be.empty;
    expect(await compilePrograms({ ...PROJECT, ...Object.fromEntries(files) })).to.equal('');
  });
});
