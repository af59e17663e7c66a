const { reporters } = require('mocha');

/** A reporter of mocha that prints one line for each section: how many of its attacks and promises have held, in how many runs. */
module.exports = class Score extends reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    const sections = new Map();
    const count = (test, isHeld) => {
      const [section, ...others] = test.titlePath();
      if (!sections.has(section)) sections.set(section, { titles: new Set(), lost: new Set(), runs: 0 });
      const score = sections.get(section);
      const title = others.at(-1);
      score.titles.add(title);
      score.runs += 1;
      if (!isHeld) score.lost.add(title);
    };
    runner.on('pass', (test) => count(test, true));
    runner.on('fail', (test) => count(test, false));
    runner.on('suite end', (suite) => {
      const score = suite.parent?.root && sections.get(suite.title);
      if (score) this.print(suite.title, score);
    });
    runner.once('end', () => {
      const titles = [...sections.values()].reduce((sum, score) => sum + score.titles.size, 0);
      reporters.Base.consoleLog(`\n  ${titles} in ${sections.size} sections`);
      this.epilogue();
    });
  }

  print(section, { titles, lost, runs }) {
    const { color, symbols, consoleLog } = reporters.Base;
    const held = `${titles.size - lost.size} of ${titles.size}`;
    const mark = lost.size === 0 ? color('checkmark', `  ${symbols.ok}`) : color('fail', `  ${symbols.err}`);
    consoleLog(`${mark} ${held.padStart(12)}  ${section} (${runs} runs)`);
  }
};
