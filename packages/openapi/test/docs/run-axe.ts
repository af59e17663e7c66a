import axe from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

/** Light and dark, wide and narrow. */
export const SCREENS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 390].map((width) => ({ colorScheme, viewport: { width, height: 900 } })),
);

/** All rules: WCAG and best practices. */
const RUN_AXE = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html]))`;

/** Expect that axe finds nothing on each of the {@link SCREENS}; the page was opened with `bypassCSP`. */
export async function expectNoViolation(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  for (const { colorScheme, viewport } of SCREENS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    // The page sees the change of the scheme in the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await page.evaluate(RUN_AXE), `${colorScheme} ${viewport.width}`).to.eql([]);
  }
}
