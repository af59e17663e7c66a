import { HOSTILE_ACTS, type HostileAct } from './attacks.ts';
import { commit } from './commit.ts';
import { startGoodTraffic } from './good-traffic.ts';
import { describeTraffic, findProblems, type Report } from './report.ts';
import { startServer, type Way, withDatabase } from './start-server.ts';

export interface HostileOptions {
  readonly way: Way;
  /** Requests in all; three of ten are hostile. */
  readonly count: number;
}

/** Let three of ten requests be attacks, each on a connection of its own, beside good ones. */
export function runHostile({ way, count }: HostileOptions): Promise<Report> {
  return withDatabase(async (database) => {
    const server = await startServer({ way, database });
    const outcomes = new Map<HostileAct['answer'][number] | 'silence', number>();
    const wrong = new Set<string>();
    const running = new Set<Promise<void>>();
    let hostile = 0;
    let good = 0;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });

    async function attack(act: HostileAct): Promise<void> {
      const outcome = await commit(act, server.port);
      if (!act.answer.some((right) => right === outcome)) wrong.add(`${act.name} was answered ${outcome}`);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    /** Before every good request: as many attacks as belong to it. */
    async function accompany(): Promise<void> {
      good += 1;
      while (hostile < (3 / 7) * good && hostile < 0.3 * count) {
        const act = HOSTILE_ACTS[hostile % HOSTILE_ACTS.length] as HostileAct;
        hostile += 1;
        const attacking: Promise<void> = attack(act).finally(() => running.delete(attacking));
        running.add(attacking);
      }
      if (good >= 0.7 * count) end();
      if (running.size > AT_A_TIME) await Promise.race(running);
    }

    const traffic = startGoodTraffic({ port: server.port, clients: 16, onRequest: accompany });
    await Promise.race([ended, traffic.gaveUp]);
    const result = await traffic.stop();
    await Promise.all(running);
    const code = await server.stop();
    const problems = [...findProblems(result, [server]), ...wrong];
    if (code !== 0) problems.push(`the server ended with ${code}`);
    const statuses = [...outcomes].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    return {
      figures: [
        ['attacks', `${hostile} of ${hostile + result.answered} requests, of ${HOSTILE_ACTS.length} kinds`],
        ['answered', statuses.map(([status, times]) => `${times} × ${status}`).join(', ')],
        ...describeTraffic(result),
      ],
      problems,
    };
  });
}

// --- internal ---

/** Attacks that may be under way. */
const AT_A_TIME = 64;
