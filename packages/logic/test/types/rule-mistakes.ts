import { defineRule } from '../../src/define-rule.ts';

// @ts-expect-error: one test is needed
defineRule('none', { message: 'a text' });
// @ts-expect-error: one test is enough
defineRule('both', { test: () => true, testAsync: async () => true, message: 'a text' });
// @ts-expect-error: a promise is no answer
defineRule('late', { test: async () => true, message: 'a text' });
// @ts-expect-error: a message is needed
defineRule('mute', { test: () => true });
// @ts-expect-error: a message in English is needed
defineRule('foreign', { test: () => true, message: { 'zh-CN': 'a text' } });
// @ts-expect-error: text is no kind
defineRule('odd', { on: 'text', test: () => true, message: 'a text' });
// @ts-expect-error: the test does not take every int
defineRule('mixed', { on: 'int', test: (value: string) => value !== '', message: 'a text' });
// @ts-expect-error: the test does not take every float
defineRule('half', { on: ['string', 'float'], test: (value: string) => value !== '', message: 'a text' });
