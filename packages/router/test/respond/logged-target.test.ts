import { expect } from 'chai';
import { Controller } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

onBothMajors('the log of a failure', (serve) => {
  class Reset extends Controller {
    getAction(): unknown {
      throw new Error('broken');
    }
  }

  it('omits captures named like secrets', async () => {
    const lines: string[] = [];
    const { error } = console;
    console.error = (line: string) => lines.push(line);
    process.env.NODE_ENV = 'production';
    try {
      const { agent } = serve({ rules: [['/reset/:token', 'rest']], controllers: { reset: Reset } });
      await agent.get('/reset/hunter2?password=hunter2&page=1').expect(500);
    } finally {
      console.error = error;
    }
    const text = lines.join('\n');
    expect(text).to.match(/^GET \/reset\/\*\*\*\?password=\*\*\*&page=1: E_INTERNAL/m);
    expect(text).not.to.include('hunter2');
  });
});
