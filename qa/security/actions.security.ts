import { Controller } from '@rest-gen/router';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, readAnswers, request } from './bytes.ts';
import { MISBEHAVIOURS } from './misbehaving.ts';
import type { Target } from './target.ts';

class Odd extends Controller {
  getAction(): unknown {
    return MISBEHAVIOURS[Number(this.id)]?.[1].call(this);
  }
}

/** One thing a hook does. */
const HOOKS: Readonly<Record<string, (this: Controller) => unknown>> = {
  throws: () => {
    throw new Error('hook');
  },
  rejects: async () => {
    throw new Error('hook');
  },
  never: () => new Promise(() => {}),
  responds: function () {
    this.res.end('{}');
  },
  destroys: function () {
    this.req.socket.destroy();
  },
};
class Hooked extends Controller {
  override __before(): unknown {
    return this.id === 'before' ? HOOKS[this.header('x-hook') as string]?.call(this) : true;
  }
  getAction(): unknown {
    return { ran: true };
  }
  override __after(): unknown {
    return this.id === 'after' ? HOOKS[this.header('x-hook') as string]?.call(this) : undefined;
  }
}

class Unmade extends Controller {
  constructor() {
    super();
    throw new Error('unmade');
  }
  getAction(): void {}
}

const CLOSED = readAnswers(Buffer.from('closed'));

/** Errors that an action hands to Express are told on stderr. */
async function ask({ send }: Target, bytes: Uint8Array): Promise<Answer[]> {
  const { error } = console;
  console.error = () => {};
  try {
    const answers = await send(bytes);
    return answers.length === 0 ? CLOSED : answers;
  } finally {
    console.error = error;
  }
}

/** No more than one answer, and of a failure a problem document. */
function isOne(answers: readonly Answer[]): void {
  expect(answers).to.have.length(1);
  const { status, fields, body } = answers[0] as Answer;
  if (status < 400) return;
  // What an action hands on by next() is answered by Express.
  expect(fields.get('content-type')).to.match(/^(?:application\/problem\+json|text\/html); charset=utf-8$/);
  if (body.startsWith('{')) expect(JSON.parse(body)).to.include({ status });
}

const attacks: Attack[] = MISBEHAVIOURS.map(([name, , answer], index) => ({
  name: `an action that ${name}`,
  send: (target) => ask(target, request('GET', `/odd/${index}`)),
  answer,
  check: isOne,
}));

const hooks: Attack[] = Object.keys(HOOKS).flatMap((hook) =>
  ['before', 'after'].map((when) => ({
    name: `a hook __${when} that ${hook}`,
    send: (target) => ask(target, request('GET', `/hooked/${when}`, { fields: { 'X-Hook': hook } })),
    answer: { never: 503, responds: 200, destroys: 0 }[hook] ?? 500,
    check: isOne,
  })),
);

describeAttacks(
  'actions',
  [
    ...attacks,
    ...hooks,
    { name: 'a constructor that throws', send: request('GET', '/unmade'), answer: 500, check: isOne },
  ],
  {
    rules: [
      ['/odd/:id', 'rest'],
      ['/hooked/:id', 'rest'],
      ['/unmade', 'rest'],
    ],
    controllers: { odd: Odd, hooked: Hooked, unmade: Unmade },
    timeout: 100,
  },
);
