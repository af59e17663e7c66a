import { expect } from 'chai';
import { isPrototypeName, isReservedWord, isTakenClassName } from '../src/reserved.ts';

describe('reserved', () => {
  it('knows every word that cannot name a class in a module', () => {
    // The compiler is the authority: what it refuses has to be in the list.
    for (const word of [
      'class',
      'enum',
      'await',
      'yield',
      'let',
      'static',
      'implements',
      'arguments',
      'eval',
      'null',
      'this',
    ]) {
      expect(isReservedWord(word), word).to.equal(true);
    }
    expect(isReservedWord('post')).to.equal(false);
    expect(isReservedWord('Class')).to.equal(false);
  });

  it('knows every name that an object answers to', () => {
    for (const name of Object.getOwnPropertyNames(Object.prototype)) expect(isPrototypeName(name), name).to.equal(true);
    expect(isPrototypeName('prototype')).to.equal(true);
    expect(isPrototypeName('post')).to.equal(false);
  });

  it('knows the classes of the language and those that generated files import', () => {
    const classes = Object.getOwnPropertyNames(globalThis).filter((name) =>
      /^[A-Z]\w*Error$|^(Map|Set|Promise|URL|Request|Event)$/.test(name),
    );
    for (const name of [...classes, 'Controller', 'Rest', 'Input', 'Logic'])
      expect(isTakenClassName(name), name).to.equal(true);
    expect(isTakenClassName('Post')).to.equal(false);
  });
});
