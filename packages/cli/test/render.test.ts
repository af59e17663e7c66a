import { expect } from 'chai';
import fc from 'fast-check';
import { literal, render } from '../src/render.ts';

describe('render', () => {
  it('fills a template and ends it with one line feed', async () => {
    const text = await render('model', { ts: true, esm: true });
    expect(text).to.match(
      /^import \{ createModels \} from '@rest-gen\/model';\n\nexport default createModels\([^\n]*\);\n$/,
    );
  });

  it('writes text as it is, not as HTML', async () => {
    const text = await render('router', { ts: true, esm: true, lines: ["['/<&>', 'rest'],"] });
    expect(text).to.contain("['/<&>', 'rest'],");
  });
});

describe('literal', () => {
  it('writes a literal that evaluates to the text', () => {
    // JSON is the judge: single quotes are the only difference between the two notations.
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const written = literal(text);
        expect(written).to.match(/^'.*'$/s);
        const json = `"${written.slice(1, -1).replace(/\\'|"/g, (found) => (found === '"' ? '\\"' : "'"))}"`;
        expect(JSON.parse(json)).to.equal(text);
      }),
    );
  });

  it('escapes its own quotation mark only', () => expect(literal(`it's "x"`)).to.equal(`'it\\'s "x"'`));
});
