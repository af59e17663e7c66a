/** What is odd about requests. Words are written as text where none of them has a space. */
const words = (text) => text.trim().split(/\s+/);

export const NAMES = [
  ...words('__proto__ constructor prototype toString hasOwnProperty titel id created_at deleted_at secret_note a.b'),
  '',
];

export const LISTS = words('sort fields include page pageSize after q deleted or id title name');

export const QUERIES = [
  ...words(`? ?&&& ?= ?=1 ?a ?% ?%ff=1 ?sort ?sort= ?sort=, ?sort=--id ?sort=id,id ?sort[]=id ?sort[0]=-id&sort[1]=id
    ?pageSize=1&pageSize=2 ?page=1&after=WyItaWQiLFsyXV0 ?after=x ?after=e30 ?after=bnVsbA ?after=WyJpZCIsWzJdXQ
    ?id[in]= ?id[in][]=1&id[in][]=2 ?id[in]=1,x ?id[gt][lt]=1 ?id[=1 ?id]=1 ?id[]=1 ?id[foo]=1 ?id[gt]= ?id[null]=
    ?id=1&id=2 ?__proto__[a]=1 ?constructor=1 ?id[__proto__]=1 ?include= ?include=a.b.c.d.e ?include=author,author
    ?fields= ?fields=id,id ?fields=__proto__ ?%69d=1 ?id%5Bgt%5D=1 ?a=%00`),
  `?${Array.from({ length: 120 }, (_, index) => `p${index}=1`).join('&')}`,
  `?id[in]=${Array.from({ length: 400 }, (_, index) => index).join()}`,
  `?${Array.from({ length: 30 }, (_, index) => `id[ne]=${index}`).join('&')}`,
  `?q=${'w+'.repeat(30)}`,
  `?title=${'x'.repeat(3_000)}`,
];

export const PATHS = [
  ...words(`// /. /.. /../etc/passwd /post/ /post//1 /post/1/ /post/1// /POST/1 /post/%31 /%70ost /post/1%2F2 /post/%2e%2e
    /post/% /post/%zz /post/%00 /post/%0a /post/1;a=b /post/1#x /book/1/reviews/ /book/x/reviews /admin /admin/user/1/2
    /admin/book /api/constructor /api/__proto__/1 /api/tag/1 /wrapped/book /wrapped/book/ /wrapped/tag/1 /wrapped/none
    /issue/1/archive /issue/1/restore /nothing /user/1/profile/ /* /live /ready /post/\u{e9} /v1/book/1 /v2/book?sort=title
    /v2/book?sort=status /v2/book/1 /files/ /files/../package.json /report/text /report/stream`),
  `/post/${'9'.repeat(300)}`,
  `/${'a/'.repeat(300)}`,
  `/post/${'x'.repeat(2_100)}`,
];

export const BODIES = [
  ...words(
    '{ [ " null [] {} "" 0 {"a":1 {"a":1}x {"a":1,"a":2} undefined {"title":"\\ud800"} [[]] [{}] {"a":NaN} {"a":01}',
  ),
  '',
  '\u{feff}{}',
];

export const TYPES = [
  ...words(
    'text/plain application/xml application/json;charset=utf-16 json application/vnd.api+json multipart/form-data',
  ),
  ...words(
    'application/x-www-form-urlencoded APPLICATION/JSON application/merge-patch+json application/json;charset=latin1',
  ),
  'application/json, text/plain',
  '',
];

export const KEYS = ['', '""', '"a', 'a b', 'a,b', 'ü', 'x'.repeat(300), '"a\\"b"', 'plain-1', '"x", "y"'];

export const AUTHORIZATIONS = ['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer x.y.z', 'bearer ann', 'Bearer ann ', 'ann'];

/** Values of header fields about conditions. */
export const CONDITIONS = ['', '*', '"', 'x', '"a""b"', 'W/"a"', '"a", *', '{{etag}}', `${'"a", '.repeat(60)}"b"`];

export const FIELDS =
  words(`If-Match If-None-Match If-Modified-Since If-Unmodified-Since If-Range Range Prefer Accept Accept-Language
  Accept-Encoding Expect Origin X-HTTP-Method-Override`);

export const METHODS = words('OPTIONS HEAD PUT PATCH DELETE POST QUERY PROPFIND TRACE LINK GET');
