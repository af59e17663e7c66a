import { readFile } from 'node:fs/promises';
import { Controller, createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { createDocs } from '../../src/docs/create-docs.ts';
import { describeInBrowser, isInView, openOperation, openPage, type Visit } from './open-page.ts';
import { INFO, type Served, serve } from './serve-docs.ts';

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
const BYTES = Buffer.from([0, 255, 254, 128, 10]);

class Picture extends Controller {
  static shown = { type: 'string', format: 'binary', contentMediaType: 'image/png' };
  getAction(): unknown {
    return this.success(PNG, { headers: { 'Content-Type': 'image/png' } });
  }
}

class Archive extends Controller {
  static shown = { type: 'string', format: 'binary' };
  getAction(): unknown {
    const headers = {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="all of it.zip"',
    };
    return this.success(BYTES, { headers });
  }
}

describeInBrowser('answers that are files, in the documentation page', (opened) => {
  let served: Served;
  let visit: Visit;

  before(async () => {
    const router = createRestRouter({
      rules: [
        ['/picture', 'picture', 'rest'],
        ['/archive', 'archive', 'rest'],
      ],
      controllers: { picture: Picture, archive: Archive },
    });
    served = await serve(
      express()
        .use('/docs', createDocs(router, { info: INFO }))
        .use(router),
    );
    visit = await openPage(opened.browser, `${served.url}/docs/`, { viewport: { width: 1280, height: 900 } });
  });
  after(async () => {
    await visit.close();
    await served.close();
    expect(visit.complaints).to.eql([]);
  });

  const save = async (name: string) => {
    const [download] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.page.getByRole('link', { name: `Download ${name}` }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };

  it('are shown if they are images, and saved', async () => {
    const operation = await openOperation(visit.page, '#/picture/getPicture');
    await operation.locator('.execute').click();
    const image = operation.getByRole('img', { name: 'The answer: picture' });
    await image.waitFor();
    await image.scrollIntoViewIfNeeded();
    expect(await image.evaluate((one) => [one.complete, one.naturalWidth])).to.eql([true, 1]);
    expect(await isInView(image)).to.equal(true);
    expect((await save('picture')).bytes.equals(PNG)).to.equal(true);
  });

  it('are saved byte by byte, with their name', async () => {
    const operation = await openOperation(visit.page, '#/archive/getArchive');
    await operation.locator('.execute').click();
    const { name, bytes } = await save('all of it.zip (5 bytes)');
    expect([name, bytes]).to.eql(['all of it.zip', BYTES]);
  });
});
