import type { Mail } from '@rest-gen/auth';

const TEXTS = {
  verify: 'Confirm your address with this token:',
  reset: 'Choose another password with this token:',
  known: 'You have an account, and somebody has signed up with your address.',
};

/** Prints mails. Your service sends them, with nodemailer or the SDK of a mail service. */
export function sendMail({ kind, to, token = '' }: Mail): void {
  console.log(`To: ${to}\n${TEXTS[kind]} ${token}`);
}
