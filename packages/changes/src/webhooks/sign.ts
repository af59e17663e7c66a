import { createHmac } from 'node:crypto';

/**
 * The header fields of an attempt, as Standard Webhooks has them: a signature for each secret.
 *
 * @param time - milliseconds since 1970
 */
export function sign(id: string, time: number, body: string, secrets: readonly Buffer[]): Record<string, string> {
  const seconds = String(Math.floor(time / 1_000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
