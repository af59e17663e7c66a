import type * as Router from '@rest-gen/router';
import type { Explanation } from '@rest-gen/router';
import type { Host } from './host.ts';

/** Show what a request resolves to. */
export interface ExplainTask {
  readonly kind: 'explain';
  /** In upper case. */
  readonly method: string;
  /** `/post/1?x=1` */
  readonly url: string;
}

export interface ExplainReply {
  readonly explanation: Explanation;
  /** The same as text, formatted by the router of the project. */
  readonly text: string;
}

export async function explain({ method, url }: ExplainTask, host: Host): Promise<ExplainReply> {
  const { formatExplanation } = await host.load<typeof Router>('@rest-gen/router');
  const explanation = (await host.router()).explain(method, url);
  return { explanation, text: formatExplanation(explanation) };
}
