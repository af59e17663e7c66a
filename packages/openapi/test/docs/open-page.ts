import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

/** A page, and what is held against it. */
export interface Visit {
  readonly page: Page;
  /** Errors of the console, among them what the policy refused, and of scripts. */
  readonly complaints: readonly string[];
  /** Addresses on other hosts that it asked for. */
  readonly foreign: readonly string[];
  close(): Promise<void>;
}

/** How long a step may take, in milliseconds: a browser on a busy machine takes its time, and no step waits longer than it has to. */
export const PATIENCE = 120_000;

/** Open a page in a profile of its own. */
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

/** Click on an operation in the list beside the viewer, which is folded where there is no room, and wait until it is open. */
export async function openOperation(page: Page, fragment: string): Promise<Locator> {
  await page.locator('.opblock').first().waitFor();
  const link = page.locator(`.side a[href="${fragment}"]`);
  if (!(await link.isVisible())) await page.locator('.side summary').click();
  await link.click();
  const operation = page.locator(`[id="operations-${fragment.slice(2).replace('/', '-')}"].is-open`);
  await operation.locator('.execute').waitFor();
  return operation;
}
