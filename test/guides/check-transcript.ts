import { expect } from 'chai';
import type { Transcript } from '../../packages/router/test/http-docs/read-transcripts.ts';
import { runCurl } from '../../packages/router/test/http-docs/run-curl.ts';
import { isSame } from './is-same.ts';

/** Send a request of a page, and compare status, the headers shown in the page, and body. */
export async function checkTranscript({ command, answer }: Transcript, port: number): Promise<void> {
  const { status, headers, body } = await runCurl(command, port);
  const [head = '', ...rest] = answer.split('\n\n');
  const [line, ...fields] = head.split('\n');
  expect(status, command).to.equal(line);
  for (const field of fields) {
    if (!headers.some((one) => isSame(field, one))) expect(headers, command).to.include(field);
  }
  const shown = rest.join('\n\n');
  if (!isSame(shown, body.trimEnd())) expect(body.trimEnd(), command).to.equal(shown);
}
