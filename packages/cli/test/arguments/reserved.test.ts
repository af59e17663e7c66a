import { parse } from '@babel/parser';
import { expect } from 'chai';
import { isPrototypeName, isReservedWord, isTakenClassName } from '../../src/arguments/reserved.ts';

describe('reserved', () => {
  it('knows every word that cannot name a class in a module', () => {
    const words = (
      'abstract any arguments as async await boolean break case catch class const continue debugger declare default delete do else ' +
      'enum eval export extends false finally for from function get if implements import in instanceof interface let namespace new null of ' +
      'package private protected public return set static super switch this throw true try type typeof var void while with yield post'
    ).split(' ');
    const isRefused = (word: string) => {
      try {
        return !parse(`class ${word} {}`, { sourceType: 'module' });
      } catch {
        return true;
      }
    };
    const refused = words.filter(isRefused);
    expect(refused).to.include.members(['class', 'await', 'package', 'eval']).and.not.include('post');
    for (const word of refused) expect(isReservedWord(word), word).to.equal(true);
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
