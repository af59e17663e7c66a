import type { CodeKeywordDefinition, KeywordCxt } from 'ajv';
import type { Type } from 'ajv/dist/compile/util.js';
import type { Field } from '../../declaration/field.ts';
import { _ } from './code.ts';
import { prepareValue, type SourceMode } from './prepare-value.ts';
import { failure, stopAtMost } from './report.ts';

/** Argument of the keyword: in a list, so that Ajv does not look for schemas in it. */
export type ItemsArgument = readonly [plan: SourceMode & { readonly items: Field }];

/**
 * Keyword of a list: creates the copy that the following keywords validate and that becomes the result.
 *
 * Like `x-fields` for objects, but items keep their positions: a blank item is kept and validated by its rules.
 */
export const itemsKeyword: CodeKeywordDefinition = {
  keyword: 'x-items',
  type: 'array',
  schemaType: 'array',
  error: failure,
  code(context: KeywordCxt) {
    const { gen, data, it } = context;
    const [{ items, ...mode }] = context.schema as ItemsArgument;
    const list = gen.const('list', _`[]`);
    const value = gen.let('value');
    gen.forRange('i', 0, _`${data}.length`, (position) => {
      gen.assign(value, _`${data}[${position}]`);
      if (items.trim) gen.if(_`typeof ${value} == "string"`, () => gen.assign(value, _`${value}.trim()`));
      gen.if(
        _`${value} !== undefined && ${value} !== null${items.keepsEmpty ? _`` : _` && ${value} !== ""`}`,
        () =>
          prepareValue(context, items, value, mode, (rule, refused) =>
            context.error(false, { rule: _`${rule}`, key: position, refused }),
          ),
        items.required === false
          ? undefined
          : () =>
              gen.if(items.nullable ? _`${value} !== null` : _`true`, () =>
                context.error(false, { rule: _`"required"`, key: position }),
              ),
      );
      gen.code(_`${list}.push(${value})`);
      stopAtMost(context);
    });
    gen.assign(data, list);
    gen.assign(_`${it.parentData}[${it.parentDataProperty}]`, list);
  },
};

/** Keyword of a list: the schema of its items. Replaces Ajv's `items`, which would collect the errors of every item. */
export const eachKeyword: CodeKeywordDefinition = {
  keyword: 'x-each',
  type: 'array',
  schemaType: 'object',
  code(context: KeywordCxt) {
    const { gen, data, it } = context;
    const valid = gen.name('valid');
    gen.forRange('i', 0, _`${data}.length`, (position) => {
      context.subschema({ keyword: 'x-each', dataProp: position, dataPropType: NUMBER }, valid);
      if (!it.allErrors) gen.if(_`!${valid}`, () => gen.break());
      stopAtMost(context);
    });
    context.ok(valid);
  },
};

// --- internal ---

/** The index of a list is a number. The enumeration is a value of Ajv, which is not loaded yet. */
const NUMBER: Type.Num = 0;
