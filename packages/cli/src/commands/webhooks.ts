import type { Argv } from 'yargs';
import { CliError, EXIT } from '../errors.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import type { ShownDelivery, ShownWebhook, WebhookQuestion, WebhookReply } from '../inspect/worker-tasks.ts';
import { openProject } from '../project/project.ts';
import type { Outcome } from '../report.ts';
import { oneLine, shorten } from '../text.ts';
import { type Arguments, type Context, examples, ROOT } from './command.ts';

/** `rest-gen webhooks`: list webhooks and dead deliveries, and send these again. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('what', { choices: ['dead', 'resend'], describe: 'Dead deliveries, or send them again' })
    .positional('name', {
      type: 'string',
      describe: 'The webhook; for resend the id of a delivery, or with --all a webhook',
    })
    .options({ all: { type: 'boolean', describe: 'Send all dead deliveries again' }, root: ROOT })
    .epilogue(
      examples([
        ['$0 webhooks', 'The webhooks, and how many deliveries wait or are dead'],
        ['$0 webhooks resend --all', 'Send all dead deliveries again'],
      ]),
    );
}

export async function run(args: Arguments, { io, cwd, root }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const question = questionOf(args);
  const { value, notes } = await inspectProject(project, 'webhooks', question, { io, root });
  return {
    exitCode: value.resent === 0 && 'id' in question ? EXIT.findings : EXIT.done,
    text: textOf(value),
    json: { command: 'webhooks', root: project.root, ...value },
    notes: [...notes, ...(value.webhooks?.length === 0 ? ['There are no webhooks in config/webhooks.'] : [])],
  };
}

// --- internal ---

/** @throws {CliError} `E_USAGE` */
function questionOf({ what = 'list', name, all }: Arguments): WebhookQuestion {
  const given = name === undefined ? undefined : String(name);
  if (all && what !== 'resend') throw new CliError('E_USAGE', '--all is for resend.', 'Write: webhooks resend --all');
  if (what === 'list') return { what: 'list' };
  if (what === 'dead') return { what: 'dead', name: given };
  if (all) return { what: 'resend', name: given };
  if (given !== undefined) return { what: 'resend', id: given };
  const fix = 'Write the id of a delivery, which webhooks dead lists, or --all.';
  throw new CliError('E_USAGE', 'Which delivery is to be sent again?', fix);
}

function textOf({ webhooks, dead, resent }: WebhookReply): string {
  if (webhooks !== undefined) return webhooks.map((one) => `${webhookLine(one)}\n`).join('');
  if (dead !== undefined) return dead.map(deadLines).join('');
  return `${resent} ${resent === 1 ? 'delivery is' : 'deliveries are'} sent again.\n`;
}

function webhookLine({ name, list, to, pending, dead, problem }: ShownWebhook): string {
  const about = problem ?? (list === undefined ? 'not in config/webhooks any more' : `${list} to ${to}`);
  return oneLine(`${name}: ${pending} pending, ${dead} dead, ${about}`);
}

function deadLines({ id, webhook, key, type, occurredAt, attempts, status, error }: ShownDelivery): string {
  const last = oneLine([status, error].filter((part) => part !== undefined).join(' '));
  const second = `${occurredAt}, attempt ${attempts}: ${last}`;
  return `${id}  ${oneLine(`${webhook}: ${type} ${key.replaceAll('\u001f', ',')}`)}\n  ${shorten(second, 78)}\n`;
}
