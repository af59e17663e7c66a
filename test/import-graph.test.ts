import { expect } from 'chai';
import { compareOrder, findBackEdges, findCycle, type ImportGraph } from './import-graph.ts';

const graph: ImportGraph = new Map([
  ['create.ts', ['parse/rule.ts', 'errors.ts']],
  ['errors.ts', []],
  ['parse/rule.ts', ['errors.ts', 'match/path.ts']],
  ['match/path.ts', ['match/text.ts']],
  ['match/text.ts', ['match/path.ts']],
]);

describe('the graph of imports', () => {
  it('has a cycle', () => {
    expect(findCycle(graph)).to.eql(['match/path.ts', 'match/text.ts', 'match/path.ts']);
    expect(findCycle(new Map([['errors.ts', []]]))).to.equal(undefined);
  });

  it('has back edges in one order of its folders, and none in another', () => {
    expect(findBackEdges(graph, ['parse', 'match', '.'])).to.eql(['parse/rule.ts → match/path.ts']);
    expect(findBackEdges(graph, ['match', 'parse', '.'])).to.eql([]);
  });

  it('gives a named file a place of its own', () => {
    expect(findBackEdges(graph, ['match', 'parse', 'errors.ts', '.'])).to.eql(['parse/rule.ts → errors.ts']);
  });

  it('has folders that an order does not name, and the other way round', () => {
    expect(compareOrder(graph, ['match', 'load', '.'])).to.eql({ unknown: ['load'], missing: ['parse'] });
  });
});
