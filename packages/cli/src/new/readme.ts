import type { ProjectRequest } from './plan-project.ts';
import { NEXT_COMMAND } from './sources.ts';

/** `README.md`: the commands, and what comes next. */
export function readme(request: ProjectRequest): string[] {
  const { name, language, database } = request;
  const isTs = language === 'ts';
  const hasModel = database !== 'none';
  return [
    `# ${name}`,
    '',
    'A service made with rest-gen.',
    '',
    '| command | does |',
    '|---|---|',
    '| `npm run dev` | serves on port 3000, and again after each change |',
    `| \`npm test\` | runs the tests${hasModel ? ', on a database in memory' : ''} |`,
    ...(isTs ? ['| `npm run build` | compiles to `dist` |', '| `npm run types` | checks types, of tests too |'] : []),
    `| \`npm start\` | serves ${isTs ? 'what was built' : 'without watching'} |`,
    ...(hasModel ? ['| `npm run migrate` | applies the migrations |'] : []),
    '| `npx rest-gen routes` | says what every address leads to |',
    '',
    'Settings are variables of the environment, or lines in `.env`: see `.env.example`.',
    '',
    '## Next',
    '',
    hasModel ? 'A resource with its table, its validation and its tests:' : 'A controller with its validation:',
    '',
    '```sh',
    hasModel ? NEXT_COMMAND : 'npx rest-gen controller health',
    '```',
    ...(hasModel ? deployment(request) : []),
  ];
}

// --- internal ---

function deployment({ name, database }: ProjectRequest): string[] {
  const store = database === 'sqlite' ? `-v ${name}-data:/app/data` : '-e DATABASE_URL';
  return [
    '',
    database === 'sqlite'
      ? 'Migrations are applied by themselves while you develop. In production, apply them before the service starts:'
      : 'Make the database that `DATABASE_URL` names, and apply the migrations with `npm run migrate`. In production too:',
    '',
    '```sh',
    `docker build -t ${name} .`,
    `docker run --rm ${store} ${name} npx rest-gen migrate`,
    `docker run -p 3000:3000 ${store} ${name}`,
    '```',
  ];
}
