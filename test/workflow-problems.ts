import { createRequire } from 'node:module';
import { ROOT } from './workspace.ts';

/** The checked part of a workflow. */
interface Workflow {
  readonly on?: unknown;
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly Step[];
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** The reviewed commit of each action. Review an action before you add it. */
const ACTIONS: Record<string, string> = {
  'actions/checkout': '08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0',
  'actions/deploy-pages': 'd6db90164ac5ed86f2b6aed7e0febac5b3c0c03e # v4.0.5',
  'actions/download-artifact': '37930b1c2abaa49bbe596cd826c3c89aef350131 # v7.0.0',
  'actions/setup-node': 'a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0',
  'actions/upload-artifact': 'b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0',
  'actions/upload-pages-artifact': '7b1f4a764d45c48632c6b24a0339c27f5614fb0b # v4.0.0',
};

/** Events that run a workflow with permissions on input of strangers. */
const TRUSTING = ['pull_request_target', 'workflow_run', 'issue_comment', 'issues', 'discussion_comment'];

/** List what a stranger or a compromised package could exploit. */
export function readProblems(text: string): string[] {
  const { on, permissions, jobs } = yaml.parse(text) as Workflow;
  const uses = [...text.matchAll(/uses: *(.*)/g)].map((match) => match[1] ?? '');
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(on ?? {});
  return [
    ...(JSON.stringify(permissions) === '{}' ? [] : ['gives rights to all jobs']),
    ...events.filter((event) => TRUSTING.includes(event)).map((event) => `runs on ${event}`),
    ...uses.filter((use) => !isPinned(use)).map((use) => `uses ${use}`),
    ...(/\bsecrets\b/.test(text) ? ['reads secrets'] : []),
    ...Object.entries(jobs).flatMap(([name, job]) => readJob(job).map((problem) => `${name} ${problem}`)),
  ];
}

/** The permissions of each job: `{ test: { contents: 'read' } }`. */
export function readRights(text: string): Record<string, unknown> {
  const { jobs } = yaml.parse(text) as Workflow;
  return Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions]));
}

// --- internal ---

const yaml = createRequire(`${ROOT}/packages/cli/package.json`)('yaml') as { parse(text: string): unknown };

function isPinned(use: string): boolean {
  const [name = '', pin] = use.split('@');
  return Object.hasOwn(ACTIONS, name) && ACTIONS[name] === pin;
}

function readJob(job: Job): string[] {
  const steps = job.steps ?? [];
  const rights = job.permissions ?? {};
  const runs = steps.map(({ run }) => run ?? '');
  const checkouts = steps.filter((step) => step.uses?.startsWith('actions/checkout@'));
  const isPublishing = 'id-token' in rights;
  return [
    ...(job.permissions === undefined ? ['does not say its rights'] : []),
    ...(job['timeout-minutes'] === undefined ? ['may run for hours'] : []),
    // GitHub inserts the text of an expression into the script and runs it.
    ...(runs.some((run) => run.includes('${{')) ? ['puts an expression into a script'] : []),
    ...(checkouts.some((step) => step.with?.['persist-credentials'] !== false)
      ? ['leaves credentials in the checkout']
      : []),
    ...(isPublishing && job.environment === undefined ? ['publishes without being asked for it'] : []),
    ...(isPublishing && checkouts.length > 0 ? ['publishes beside code of the repository'] : []),
    ...(isPublishing && runs.some((run) => /\b(?:npx|pnpm|node)\b|npm (?!publish\b)/.test(run))
      ? ['publishes beside code that it installs']
      : []),
    ...(runs.some((run) => run.includes('npm publish') && !run.includes('--provenance'))
      ? ['publishes without provenance']
      : []),
  ];
}
