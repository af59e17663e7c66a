import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { requireBrowser, startBrowser } from '../browser.ts';

/** A page and its problems. */
export interface Visit {
  readonly page: Page;
  /** Console errors (including policy violations) and script errors. */
  readonly complaints: readonly string[];
  /** Requests to other hosts. */
  readonly foreign: readonly string[];
  close(): Promise<void>;
}

/** Milliseconds for each step; a browser on a busy machine is slow. */
export const PATIENCE = 120_000;

/**
 * Describe a suite that has a browser; without Chromium, it is left out. The browser is closed after what the suite has opened.
 *
 * @param suite - its `opened.browser` is there once the hooks of the suite run
 */
export function describeInBrowser(title: string, suite: (opened: { readonly browser: Browser }) => void): void {
  const chromium = requireBrowser();
  if (chromium === undefined) return;
  describe(title, function () {
    this.timeout(2 * PATIENCE);
    const opened = {} as { browser: Browser };
    before(async () => {
      opened.browser = await startBrowser(chromium);
    });
    suite(opened);
    after(() => opened.browser.close());
  });
}

/** Open a page in a new profile. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(url).host) foreign.push(request.url());
  });
  await page.goto(url);
  return { page, complaints, foreign, close: () => context.close() };
}

/** Click on an operation in the list, which is collapsed on narrow screens, and wait until it can be seen. */
export async function openOperation(page: Page, fragment: string): Promise<Locator> {
  const link = page.locator(`.side a[href="${fragment}"]`);
  if (!(await link.isVisible())) await page.locator('.side summary').click();
  await link.click();
  return shownOperation(page, fragment);
}

/** Wait for an operation: its heading is in view and has the focus. */
export async function shownOperation(page: Page, fragment: string): Promise<Locator> {
  await page.waitForURL(({ hash }) => hash === fragment);
  const operation = page.locator(`#viewer .opblock[id$="-${fragment.split('/').pop()}"]`);
  await operation.locator('.responses-wrapper').waitFor();
  await operation.locator('h1:focus').waitFor();
  if (!(await isInView(operation.locator('h1')))) throw new Error(`The heading of ${fragment} is not in view`);
  return operation;
}

/** Say whether the middle of an element is on the screen, and nothing covers it. */
export function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(one.ownerDocument.elementFromPoint(left + width / 2, top + height / 2));
  });
}
