import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { BIN, cli, makeDirectory, makeProject, put, removeDirectories, start } from './fixture.ts';

after(removeDirectories);

describe('rest-gen completion', () => {
  it('completes commands, options and names of controllers', async () => {
    const { out } = await cli(makeDirectory(), 'completion');
    expect(out).to.contain('rest-gen --get-yargs-completions');
    const complete = async (...words: string[]) =>
      (await cli(makeDirectory(), ['--get-yargs-completions', 'rest-gen', ...words])).out.trim().split('\n');
    expect(await complete('contr')).to.include('controller');
    expect(await complete('controller', 'post', '--fo'))
      .to.include('--force')
      .and.not.include('--fresh');
    const root = makeProject('js-esm', { files: { 'src/controller/v1/post.js': '', 'src/controller/rest.js': '' } });
    const names = await cli(root, ['--get-yargs-completions', 'rest-gen', 'destroy', 'controller', '']);
    expect(names.out.split('\n')).to.include('v1/post').and.not.include('rest');
    const inProject = async (...words: string[]) =>
      (await cli(root, ['--get-yargs-completions', 'rest-gen', ...words])).out.trim().split('\n');
    put(root, 'migrations/1_create_tag.js', '');
    expect(await inProject('policy', '')).to.deep.equal(['tag']);
    expect(await inProject('routes', '-c', '')).to.deep.equal(['v1/post']);
    expect(await inProject('routes', '-m', '')).to.include('DELETE');
    expect(await inProject('eject', '--only', '')).to.include('controller');
    expect(await inProject('action', '')).to.deep.equal(['v1/post']);
    // The word after it is the name of a new action.
    expect(await inProject('action', 'v1/post', '')).not.to.include('v1/post');
    expect(await inProject('destroy', 'controller', 'v1/post', '')).not.to.include('v1/post');
    expect(await inProject('controller', 'post', '-'))
      .to.include('--rest')
      .and.not.include('-r');
    expect(await complete('new', 'blog', '--db', '')).to.include.members(['sqlite', 'postgres', 'mysql', 'none']);
  });

  it('completes in bash, without what bash 3.2 does not have', async () => {
    const { out } = await cli(makeDirectory(), 'completion');
    expect(out).not.to.contain('mapfile');
    const typed = `${out}
rest-gen() { printf '%s\\n' controller check; }
COMP_WORDS=(rest-gen co); COMP_CWORD=1
_rest-gen_yargs_completions
printf '%s,' "\${COMPREPLY[@]}"`;
    expect(spawnSync('bash', ['-c', typed], { encoding: 'utf8' })).to.include({ stdout: 'controller,', stderr: '' });
  });

  for (const [typed, completed] of [
    ['title : str', 'string'],
    ['title :', 'string text integer bigint decimal double boolean enum date datetime json uuid references'],
    ['title : string : u', 'unique'],
    ['title : string! :', 'unique index'],
    ['body : text title : dec', 'decimal'],
    ['--cwd = /tmp title : dec', 'decimal'],
  ] as const) {
    it(`completes the field ${typed.replaceAll(' ', '')} in bash`, async () => {
      const { out } = await cli(makeDirectory(), 'completion');
      const words = `rest-gen controller post ${typed}`.split(' ');
      const line = `${out}
rest-gen() { ${process.execPath} ${BIN} "$@"; }
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_rest-gen_yargs_completions
printf '%s' "\${COMPREPLY[*]}"`;
      const env = { ...process.env, SHELL: '/bin/bash' };
      expect(spawnSync('bash', ['-c', line], { encoding: 'utf8', env }).stdout).to.equal(completed);
    });
  }

  for (const [typed, at, completed] of [
    ['new blog --db =', 4, 'sqlite postgres mysql none'],
    ['new blog --db = po', 5, 'postgres'],
    ['new --te blog', 2, '--test'],
  ] as const) {
    it(`completes word ${at} of ${typed} in bash`, async () => {
      const { out } = await cli(makeDirectory(), 'completion');
      const line = `${out}
rest-gen() { ${process.execPath} ${BIN} "$@"; }
COMP_WORDS=(rest-gen ${typed}); COMP_CWORD=${at}
_rest-gen_yargs_completions
printf '%s' "\${COMPREPLY[*]}"`;
      expect(spawnSync('bash', ['-c', line], { encoding: 'utf8' }).stdout).to.equal(completed);
    });
  }

  it('completes fields in zsh and fish, where they are one word', async () => {
    const complete = (SHELL: string, word: string) =>
      start(makeDirectory(), ['--get-yargs-completions', 'rest-gen', 'logic', 'post', word], { ...process.env, SHELL });
    expect((await complete('/bin/zsh', 'title:')).out.split('\n')).to.include('title\\:string');
    expect((await complete('/usr/bin/fish', 'title:string:')).out).to.equal(
      'title:string:unique\ntitle:string:index\n',
    );
  });

  it('gives fish the words before the cursor, and the one at it', async () => {
    const { out } = await start(makeDirectory(), ['completion'], { ...process.env, SHELL: '/usr/bin/fish' });
    expect(out).to.contain("-a '(rest-gen --get-yargs-completions (commandline -opc) (commandline -ct))'");
  });

  /** What is proposed for the last word, in a project with the controllers `post` and `tag`. */
  const PROPOSED: [typed: string, proposed: string][] = [
    ['new blog --db=', '--db=sqlite --db=postgres --db=mysql --db=none'],
    ['new blog --test=no', '--test=node'],
    ['auth --oauth ', 'github google'],
    ['auth --oauth github,', 'github,google'],
    ['auth --oauth=g', '--oauth=github --oauth=google'],
    ['explain ', 'GET POST PUT PATCH DELETE QUERY HEAD OPTIONS'],
    ['explain GET ', ''],
    ['routes --controller=', '--controller=post --controller=tag'],
    // Columns, directories and users are not names of tables.
    ['policy ', 'post tag'],
    ['policy post --owner ', ''],
    ['policy --tenant ', ''],
    ['action --cwd ', ''],
    ['action --json ', 'post tag'],
    ['explain --as ', ''],
    ['completion ', ''],
  ];
  for (const [typed, proposed] of PROPOSED) {
    it(`proposes ${proposed || 'nothing'} after "${typed}"`, async () => {
      const root = makeProject('js-esm', {
        model: true,
        files: {
          'src/controller/post.js': '',
          'src/controller/tag.js': '',
          'migrations/1_create_post.js': '',
          'migrations/2_create_tag.js': '',
        },
      });
      const { out } = await cli(root, ['--get-yargs-completions', 'rest-gen', ...typed.split(' ')]);
      const last = typed.slice(typed.lastIndexOf(' ') + 1);
      const words = out.split('\n').filter((word) => word !== '' && word.startsWith(last));
      expect(words.join(' ')).to.equal(proposed);
    });
  }

  it('has the same script with --json', async () => {
    const { out } = await cli(makeDirectory(), 'completion --json');
    expect(JSON.parse(out).text).to.equal((await cli(makeDirectory(), 'completion')).out);
  });
});
