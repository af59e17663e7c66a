import process from 'node:process';
import { expect } from 'chai';
import { cli, makeProject, PACKAGE, read, removeDirectories, start } from './fixture.ts';
import { openInEditor } from './language-service.ts';

const LOGIC = 'src/logic/post.ts';
const FIELD = 'title: { required: true';

describe('an editor in a generated project', function () {
  this.timeout(120_000);
  after(removeDirectories);

  describe('completes, in a logic file,', () => {
    let root: string;

    before(async () => {
      root = makeProject('ts-esm', { model: true });
      expect(await cli(root, ['controller', 'post', 'title:string!', '-r'])).to.include({ code: 0 });
    });

    it('nothing wrongly: it has no errors', () => {
      expect(openInEditor(root, LOGIC).errors).to.eql([]);
    });

    it('the rules of a field', () => {
      const { completions } = openInEditor(root, LOGIC, FIELD, `${FIELD}, |`);
      expect(completions).to.include.members(['in', 'email', 'children', 'requiredIf', 'message']);
      expect(completions.filter((name) => !/^[a-zA-Z\d]+$/.test(name))).to.eql([]);
    });

    it('the actions', () => {
      const { completions } = openInEditor(root, LOGIC, 'postAction: { body: fields },', '|');
      expect(completions).to.have.members(
        ['params', 'rules', 'unknown', 'messages'].concat(['getAction', 'postAction', 'deleteAction', 'queryAction']),
      );
    });

    for (const [what, change, underlined, message] of [
      ['a misspelt rule', 'title: { requird: true', 'requird', /Did you mean to write 'required'\?/],
      [
        'a wrong argument',
        'title: { required: 1',
        'required',
        /^Type '1' is not assignable to type 'boolean \| "present"/,
      ],
    ] as const) {
      it(`and underlines ${what} where it is written`, () => {
        const [first] = openInEditor(root, LOGIC, FIELD, change).errors;
        expect(first?.[0]).to.equal(underlined);
        expect(first?.[1]).to.match(message);
      });
    }

    it('and accepts custom rules that are added to the type', () => {
      const { errors } = openInEditor(root, LOGIC, 'FieldRules>;', 'FieldRules & { slug?: true }>;');
      expect(errors).to.eql([]);
    });
  });

  it('completes and checks the columns that a pulled controller hides', async () => {
    const root = makeProject('ts-esm', {
      model: true,
      files: { 'src/config/model.js': MODEL, 'setup/1_t.js': TABLES },
    });
    const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: '' };
    const run = (line: string, setup = '') =>
      start(PACKAGE, [...line.split(' '), '--cwd', root], { ...env, SETUP: setup });
    expect(await run('migrate', 'setup')).to.include({ code: 0 });
    expect(await run('migrate --pull member')).to.include({ code: 0 });

    const file = 'src/controller/member.ts';
    const hidden = "static hidden: Columns<'member'> = ['password_hash'];";
    expect(openInEditor(root, file, hidden).errors).to.eql([]);
    const { completions } = openInEditor(root, file, "['password_hash']", "['|']");
    expect(completions).to.have.members(['id', 'password_hash', 'token_count']);
    const [first] = openInEditor(root, file, "['password_hash']", "['password']").errors;
    expect(first?.[0]).to.equal("'password'");
    expect(read(root, 'src/controller/rest.ts')).not.to.contain('hidden');
  });
});

const MODEL = `import { createModels } from '@rest-gen/model';
export default createModels('sqlite:./app.sqlite3', { migrations: process.env.SETUP || 'migrations' });
`;
const TABLES = `export const up = async (schema) => {
  await schema.createTable('member', (t) => { t.id(); t.string('password_hash').notNull(); t.integer('token_count'); });
};
`;
