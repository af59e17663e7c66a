import { defineLogic, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import { documentOf, operation, propertiesOf } from './fixture.ts';

const fields = {
  title: { string: true, required: true, readOnly: true },
  author_id: { int: true, required: true, createOnly: true },
  views: { int: true, deprecated: '2026-01-01' },
  note: { string: true, writeOnly: true },
} as const;
const logic = defineLogic({
  getAction: {
    query: { old: { string: true, deprecated: true }, views: { int: true, deprecated: true } },
    headers: { 'X-Old': { string: true, deprecated: '2026-01-01' } },
  },
  postAction: { body: fields },
  patchAction: { body: partial(fields) },
});

const tables = {
  post: { id: 'integer', title: 'string', author_id: 'integer', views: 'integer?', note: 'string?' },
} as const;

describe('attributes of fields', () => {
  it('leave out what a body cannot have, and mark the others', async () => {
    const schemas = (await documentOf({ logic }, tables)).components?.schemas ?? {};
    expect(schemas.PostCreate?.required).to.deep.equal(['author_id']);
    expect(propertiesOf(schemas.PostCreate)).to.have.keys(['author_id', 'views', 'note']);
    // PUT and PATCH take the others as GET shows them.
    const update = Object.entries(propertiesOf(schemas.PostUpdate));
    const [shown, written] = [true, false].map((isShown) =>
      update.filter(([, { readOnly = false }]) => readOnly === isShown),
    );
    expect(written?.map(([name]) => name)).to.eql(['views', 'note']);
    expect(shown?.map(([name]) => name)).to.eql(['id', 'title', 'author_id']);
    expect(propertiesOf(schemas.PostCreate).views).to.include({ deprecated: true });
    expect(propertiesOf(schemas.PostCreate).note).to.include({ writeOnly: true });
  });

  it('mark columns in responses', async () => {
    const schemas = (await documentOf({ logic }, tables)).components?.schemas ?? {};
    for (const schema of [schemas.Post, schemas.PostFields]) {
      const { title, author_id: author, views } = propertiesOf(schema);
      expect(title).to.include({ readOnly: true }).and.not.have.property('deprecated');
      expect(views).to.include({ deprecated: true }).and.not.have.property('readOnly');
      expect(author).not.to.have.any.keys('readOnly', 'deprecated');
      expect(propertiesOf(schema)).not.to.have.property('note');
    }
  });

  it('mark parameters', async () => {
    const document = await documentOf({ logic }, tables);
    const shared = Object.values(document.components?.parameters ?? {});
    const parameters = [...(operation(document, 'GET /post').parameters ?? []), ...shared];
    const marked = parameters.flatMap((one) => ('name' in one && one.deprecated === true ? [one.name] : []));
    expect([...new Set(marked)]).to.have.members(['old', 'X-Old', 'views']);
  });
});
