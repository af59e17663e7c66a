import type { Host } from './tasks/host.ts';
import type { InspectTask, Replies } from './types.ts';

/** Run a task in the child; the reply is written as JSON. */
export async function runTask(task: InspectTask, host: Host): Promise<Replies[InspectTask['kind']]> {
  switch (task.kind) {
    case 'bundle':
      return (await import('./tasks/bundle.ts')).bundle(task, host);
    case 'routes':
      return (await import('./tasks/routes.ts')).routes(task, host);
    case 'explain':
      return (await import('./tasks/explain.ts')).explain(task, host);
    case 'check':
      return (await import('./tasks/check.ts')).check(task, host);
    case 'openapi':
      return (await import('./tasks/openapi.ts')).openApi(task, host);
  }
}
