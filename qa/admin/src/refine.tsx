import { type DataProvider, Refine, useForm, useList } from '@refinedev/core';
import { createDataProvider } from '@rest-gen/client/refine';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createApi } from '../generated/api.ts';
import { readMeta } from './read-meta.ts';

const api = createApi({ baseUrl: readMeta('service'), headers: { authorization: `Bearer ${readMeta('token')}` } });
const dataProvider: DataProvider = createDataProvider(api);

function Issues() {
  const [q, setQ] = useState('');
  const { result } = useList({
    resource: 'issue',
    pagination: { currentPage: 1, pageSize: 5 },
    sorters: [{ field: 'id', order: 'desc' }],
    filters: [{ field: 'q', operator: 'eq', value: q }],
  });
  return (
    <>
      <input name="q" value={q} onChange={(event) => setQ(event.target.value)} />
      <p>{result.total} issues</p>
      <ul>
        {result.data.map((issue) => (
          <li key={issue.id}>{issue.title}</li>
        ))}
      </ul>
    </>
  );
}

function EditIssue() {
  const [title, setTitle] = useState('');
  const { onFinish, mutation } = useForm({ resource: 'issue', action: 'edit', id: 2, redirect: false });
  const error = mutation.error;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onFinish({ title }).catch(() => undefined);
      }}
    >
      <input name="title" value={title} onChange={(event) => setTitle(event.target.value)} />
      <button type="submit">Save</button>
      <output>{error ? `${error.message} ${JSON.stringify(error.errors)}` : mutation.isSuccess && 'Saved'}</output>
    </form>
  );
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <Refine
    dataProvider={dataProvider}
    options={{
      disableTelemetry: true,
      reactQuery: { clientConfig: { defaultOptions: { queries: { retry: false } } } },
    }}
  >
    <Issues />
    <EditIssue />
  </Refine>,
);
