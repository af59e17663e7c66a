import Rest from './rest.js';

export default class Counter extends Rest {
  static requirePrecondition = true;
  static declaresListQuery = false;

  async show(counter) {
    return { ...counter, double: counter.value * 2 };
  }
}
