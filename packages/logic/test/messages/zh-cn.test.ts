import { expect } from 'chai';
import type { Label } from '../../src/failure.ts';
import { zhCN } from '../../src/messages/zh-cn.ts';
import { failureOf, messageOf } from './failure-of.ts';

const CHINESE = { acceptLanguage: 'zh-CN' };

describe('Simplified Chinese', () => {
  const table: [rule: string, argument: unknown, message: string][] = [
    ['required', true, 'x 不能为空'],
    ['requiredIf', ['country', 'US', 'CA'], '当 country 为 US、CA 时，x 不能为空'],
    ['requiredNotIf', ['../country', 'US'], '除非 country 为 US，否则 x 不能为空'],
    ['requiredWith', ['a', 'b'], '填写 a、b 时，x 不能为空'],
    ['requiredWithout', ['a'], '未填写 a 时，x 不能为空'],
    ['length', 3, 'x 的长度必须为 3 个字符'],
    ['length', { min: 2 }, 'x 的长度必须为至少 2 个字符'],
    ['length', { max: 4 }, 'x 的长度必须为至多 4 个字符'],
    ['length', { min: 2, max: 4 }, 'x 的长度必须为 2 到 4 个字符'],
    ['length', { min: 2, max: 2 }, 'x 的长度必须为恰好 2 个字符'],
    ['minItems', 1, 'x 至少要有 1 项'],
    ['int', true, 'x 必须是整数'],
    ['int', { min: 2, max: 4 }, 'x 必须是整数（2 到 4）'],
    ['int', { min: 2 }, 'x 必须是整数（至少 2）'],
    ['in', ['draft', 'live'], 'x 必须是以下值之一：draft、live'],
    ['before', true, 'x 必须早于当前时间'],
    ['after', '2020-01-01', 'x 必须晚于 2020-01-01'],
    ['min', -5, 'x 不能小于 -5'],
    ['equals', '密码', 'x 必须与密码相同'],
    ['regexp', /^a$/, 'x 必须匹配 /^a$/'],
    ['mobile', 'zh-CN', 'x 必须是 zh-CN 地区的手机号码'],
    ['uuid', 4, 'x 必须是版本 4 的 UUID'],
    ['type', 'integer', 'x 的类型必须是 integer'],
    ['unsafe', true, 'x 无法原样保存'],
  ];
  for (const [rule, argument, message] of table) {
    it(message, () => expect(messageOf(failureOf(rule, argument), CHINESE)).to.equal(message));
  }

  const labels: [names: Label, label: string][] = [
    [['author', 'name'], 'author.name'],
    [['tags', null], 'tags 的每一项'],
    [['标签', null], '标签的每一项'],
    [['books', null, 'title'], 'books 的每一项的 title'],
    [['rows', null, null], 'rows 的每一项的每一项'],
    [[], '请求体'],
    [[null], '请求体的每一项'],
    [[null, 'author', 'name'], '请求体的每一项的 author.name'],
  ];
  for (const [names, label] of labels) {
    it(`calls ${JSON.stringify(names)} "${label}"`, () => expect(zhCN.label(names, '请求体')).to.equal(label));
  }

  it('puts no space between Chinese words, nor changes a label', () => {
    expect(messageOf(failureOf('required', true, { label: '我的 标题' }), CHINESE)).to.equal('我的 标题不能为空');
    expect(messageOf(failureOf('required', true, { label: 'Ä' }), CHINESE)).to.equal('Ä 不能为空');
  });

  it('suggests a field for an unknown key', () => {
    const hint = (names: string[] | undefined) =>
      messageOf(failureOf('unknown', true, {}, { pointer: '/tilte', names }), CHINESE);
    expect(hint(['title'])).to.equal('没有“tilte”这个字段；您是否想写“title”？');
    expect(hint(['a', 'b'])).to.equal('没有“tilte”这个字段；可用的字段有 a、b');
    expect(hint(['作者'])).to.equal('没有“tilte”这个字段；可用的字段有作者');
    expect(hint([])).to.equal('没有“tilte”这个字段；这里不接受任何字段');
    expect(hint(undefined)).to.equal('没有“tilte”这个字段');
  });
});
