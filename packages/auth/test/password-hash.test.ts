import crypto from 'node:crypto';
import { expect } from 'chai';
import { hashPassword } from '../src/index.ts';
import { checkPassword } from '../src/password-hash.ts';

const hasArgon2 = 'argon2' in crypto;

describe('hashPassword', () => {
  it('takes the strongest algorithm that Node has, a new salt each time, and checks it', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).not.to.equal(second);
    const form = hasArgon2 ? /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/ : /^\$scrypt\$ln=14,r=8,p=5\$/;
    expect(first).to.match(form).and.to.have.length.below(200);
    expect(await checkPassword('correct horse', first)).to.eql({ isRight: true, renew: false });
    expect(await checkPassword('correct horsf', first)).to.eql({ isRight: false, renew: false });
  });

  it('takes characters in any form, and long passwords to their end', async () => {
    const hash = await hashPassword('Zoe\u0308');
    expect((await checkPassword('Zoë', hash)).isRight).to.equal(true);
    const long = await hashPassword(`${'a'.repeat(127)}b`);
    expect((await checkPassword(`${'a'.repeat(127)}c`, long)).isRight).to.equal(false);
  });

  it('renews a hash with other parameters', async () => {
    const salt = Buffer.from('0123456789abcdef');
    const hash = crypto.scryptSync('correct horse', salt, 32, { N: 2 ** 10, r: 8, p: 1 });
    const stored = `$scrypt$ln=10,r=8,p=1$${plain(salt)}$${plain(hash)}`;
    expect(await checkPassword('correct horse', stored)).to.eql({ isRight: true, renew: true });
    expect(await checkPassword('wrong', stored)).to.eql({ isRight: false, renew: false });
  });

  it('does the same work without a hash', async () => {
    for (const stored of [null, undefined, ''])
      expect(await checkPassword('correct horse', stored)).to.eql({ isRight: false, renew: false });
  });

  it('takes what it cannot check for wrong, and warns without showing it', async () => {
    const warnings: (Error & { code?: string })[] = [];
    const keep = (warning: Error) => warnings.push(warning);
    process.on('warning', keep);
    const hashes = ['correct horse', '$2b$10$abc', '$scrypt$ln=14$x$y', '{"a":1}'];
    for (const stored of hashes)
      expect(await checkPassword('correct horse', stored)).to.eql({ isRight: false, renew: false });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', keep);
    expect(warnings.map(({ code }) => code)).to.eql(hashes.map(() => 'E_PASSWORD_HASH'));
    for (const stored of hashes) expect(warnings.map(String).join()).not.to.include(stored);
  });
});

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}
