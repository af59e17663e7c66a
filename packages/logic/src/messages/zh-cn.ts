import type { Label } from '../failure.ts';
import type { Language } from './language.ts';

/** Simplified Chinese. */
export const zhCN: Language = {
  tag: 'zh-CN',
  invalid: '{name}无效',
  now: '当前时间',
  sections: {
    params: '路径参数',
    query: '查询参数',
    headers: '请求头',
    body: '请求体',
    files: '上传文件',
  },
  exactly: (n) => `恰好 ${n}`,
  between: (min, max) => `${min} 到 ${max}`,
  atLeast: (min) => `至少 ${min}`,
  atMost: (max) => `至多 ${max}`,
  digits: (range) => `小数点后 ${range} 位`,
  list: (items) => items.join('、'),
  is: (name, values) => `${name} 为 ${values}`,
  label,
  didYouMean: (name) => `您是否想写“${name}”？`,
  theFieldsAre: (names) => join('可用的字段有', names),
  noField: '这里不接受任何字段',
  space,

  texts: {
    unknown: { none: '没有“{name}”这个字段', other: '没有“{name}”这个字段；{args}' },
    readOnly: '{name}不能由请求设置',
    createOnly: '{name}不能修改',
    repeated: '{name}只能出现一次',
    unsafe: '{name}无法原样保存',
    type: { none: '{name}的类型不正确', other: '{name}的类型必须是{args}' },
    schema: '{name}不符合规定的结构',

    minimum: '{name}不能小于{args}',
    maximum: '{name}不能大于{args}',
    exclusiveMinimum: '{name}必须大于{args}',
    exclusiveMaximum: '{name}必须小于{args}',
    minLength: '{name}至少要有{args}个字符',
    maxLength: '{name}最多只能有{args}个字符',
    minProperties: '{name}至少要有{args}个字段',
    maxProperties: '{name}最多只能有{args}个字段',
    dependentRequired: '填写{args}时，{name}不能为空',

    required: '{name}不能为空',
    requiredIf: { none: '{name}在此情况下不能为空', other: '当 {args} 时，{name}不能为空' },
    requiredNotIf: { none: '{name}在此情况下不能为空', other: '除非 {args}，否则{name}不能为空' },
    requiredWith: '填写{args}时，{name}不能为空',
    requiredWithAll: '填写{args}时，{name}不能为空',
    requiredWithout: '未填写{args}时，{name}不能为空',
    requiredWithoutAll: '未填写{args}时，{name}不能为空',

    string: '{name}必须是文本',
    int: { none: '{name}必须是整数', other: '{name}必须是整数（{args}）' },
    bigint: {
      none: '{name}必须是 64 位整数；超过 2^53 时请以字符串发送',
      other: '{name}必须是整数（{args}）；超过 2^53 时请以字符串发送',
    },
    float: { none: '{name}必须是数字', other: '{name}必须是数字（{args}）' },
    boolean: '{name}必须是 true 或 false',
    array: '{name}必须是列表',
    object: '{name}必须是对象',
    date: '{name}必须是 ISO 8601 格式的日期',
    file: '{name}必须是上传的文件',

    length: '{name}的长度必须为{args}个字符',
    byteLength: '{name}的长度必须为{args}个字节',
    contains: '{name}必须包含{args}',
    startWith: '{name}必须以{args}开头',
    endWith: '{name}必须以{args}结尾',
    regexp: '{name}必须匹配{args}',
    pattern: '{name}必须匹配{args}',
    format: '{name}必须符合{args}格式',
    min: '{name}不能小于{args}',
    max: '{name}不能大于{args}',
    multipleOf: '{name}必须是{args}的倍数',
    divisibleBy: '{name}必须能被{args}整除',
    minItems: '{name}至少要有{args}项',
    maxItems: '{name}最多只能有{args}项',
    uniqueItems: '{name}不能有重复的项',
    in: '{name}必须是以下值之一：{args}',
    notIn: '{name}不能是以下值之一：{args}',
    enum: '{name}必须是以下值之一：{args}',
    const: '{name}必须是{args}',
    equals: '{name}必须与{args}相同',
    different: '{name}不能与{args}相同',
    before: '{name}必须早于{args}',
    after: '{name}必须晚于{args}',

    alpha: '{name}只能包含字母',
    alphaDash: '{name}只能包含字母、连字符和下划线',
    alphaNumeric: '{name}只能包含字母和数字',
    alphaNumericDash: '{name}只能包含字母、数字、连字符和下划线',
    ascii: '{name}只能包含 ASCII 字符',
    base64: '{name}必须是 Base64 文本',
    creditCard: '{name}必须是信用卡号',
    currency: '{name}必须是金额',
    dataURI: '{name}必须是 data URI',
    decimal: {
      none: '{name}必须是以文本发送的十进制数',
      other: '{name}必须是以文本发送的十进制数（{args}）',
    },
    email: '{name}必须是电子邮件地址',
    fqdn: '{name}必须是完整的域名',
    fullWidth: '{name}必须包含全角字符',
    halfWidth: '{name}必须包含半角字符',
    hex: '{name}必须是十六进制数',
    hexColor: '{name}必须是十六进制颜色值',
    image: '{name}必须是图片文件',
    ip: '{name}必须是 IP 地址',
    ip4: '{name}必须是 IPv4 地址',
    ip6: '{name}必须是 IPv6 地址',
    isbn: '{name}必须是 ISBN',
    isin: '{name}必须是 ISIN',
    issn: '{name}必须是 ISSN',
    iso8601: '{name}必须是 ISO 8601 格式的日期',
    lowercase: '{name}必须是小写',
    macAddress: '{name}必须是 MAC 地址',
    md5: '{name}必须是 MD5 哈希值',
    mobile: { none: '{name}必须是手机号码', other: '{name}必须是{args}地区的手机号码' },
    mongoId: '{name}必须是由 24 位十六进制数字组成的 ObjectId',
    multibyte: '{name}必须包含多字节字符',
    numeric: '{name}只能包含数字',
    uppercase: '{name}必须是大写',
    url: '{name}必须是 URL',
    uuid: { none: '{name}必须是 UUID', other: '{name}必须是版本{args}的 UUID' },
    variableWidth: '{name}必须同时包含全角和半角字符',
    field: '{name}必须是列名的列表',
    order: '{name}必须是排序键的列表',
  },
};

// --- internal ---

/** `books 的每一项的 title`. */
function label(names: Label, section: string): string {
  let text = '';
  for (const [position, name] of names.entries()) {
    if (name === null) text = join(text || section, '的每一项');
    else if (position === 0) text = name;
    else text = names[position - 1] === null ? join(`${text}的`, name) : `${text}.${name}`;
  }
  return text || section;
}

function join(left: string, right: string): string {
  return left + space(left, right) + right;
}

/** A space separates Chinese characters from Latin letters, digits and ASCII punctuation. */
function space(left: string, right: string): string {
  const apart = (HAN_END.test(left) && LATIN_START.test(right)) || (LATIN_END.test(left) && HAN_START.test(right));
  return apart ? ' ' : '';
}

const HAN_START = /^\p{Script=Han}/u;
const HAN_END = /\p{Script=Han}$/u;
const LATIN_START = /^[!-~\p{Script=Latin}]/u;
const LATIN_END = /[!-~\p{Script=Latin}]$/u;
