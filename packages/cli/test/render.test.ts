import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';
import fc from 'fast-check';
import { literal, render } from '../src/render.ts';

describe('render', () => {
  it('fills a template and ends it with one line feed', async () => {
    const text = await render('model', { ts: true, esm: true, env: false, url: "'sqlite::memory:'" });
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
    // What ends a text, or goes on behind it, comes seldom by chance.
    const special = fc.constantFrom("'", '"', '`', '\\', '\n', '\r', '\u2028', '\0', '${', '//', '*/', ';');
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: special }));
    const context = createContext(Object.create(null));
    fc.assert(
      fc.property(texts, (text) => {
        const written = literal(text);
        expect(written).to.match(/^'.*'$/s);
        expect(runInContext(written, context)).to.equal(text);
      }),
    );
  });

  it('escapes its own quotation mark only', () => expect(literal(`it's "x"`)).to.equal(`'it\\'s "x"'`));
});
