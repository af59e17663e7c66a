import type * as Router from '@rest-gen/router';
import type { Explanation } from '@rest-gen/router';
import type { Host } from '../host.ts';

/** Say what a request would resolve to. */
export interface ExplainTask {
  readonly kind: 'explain';
  /** In capitals. */
  readonly method: string;
  /** `/post/1?x=1` */
  readonly url: string;
}

export interface ExplainReply {
  readonly explanation: Explanation;
  /** The same for people, in the words of the router of the project. */
  readonly text: string;
}

export async function explain({ method, url }: ExplainTask, host: Host): Promise<ExplainReply> {
  const { formatExplanation } = await host.load<typeof Router>('@rest-gen/router');
  const explanation = (await host.router()).explain(method, url);
  return { explanation, text: formatExplanation(explanation) };
}
