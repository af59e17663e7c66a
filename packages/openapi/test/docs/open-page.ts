import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

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

/** Click on an operation in the list, which is collapsed on narrow screens, and wait until it is open. */
export async function openOperation(page: Page, fragment: string): Promise<Locator> {
  await page.locator('.opblock').first().waitFor();
  const link = page.locator(`.side a[href="${fragment}"]`);
  if (!(await link.isVisible())) await page.locator('.side summary').click();
  await link.click();
  const operation = page.locator(`[id="operations-${fragment.slice(2).replace('/', '-')}"].is-open`);
  await operation.locator('.execute').waitFor();
  return operation;
}
