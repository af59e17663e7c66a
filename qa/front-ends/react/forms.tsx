// Shows what docs/frameworks.md exports for forms and uploads.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import useSWR from 'swr';
import { CreateIssue } from './src/create-issue.tsx';
import { SchemaForm } from './src/schema-form.tsx';
import { api } from './src/service.ts';
import { createUppy } from './src/upload.ts';

function Page() {
  const { queryKey, queryFn } = api.issue.query({ sort: 'id', pageSize: 1 });
  const { data } = useSWR(queryKey, () => queryFn());
  const [done, setDone] = useState('');
  const upload = async (file: File) => {
    const uppy = createUppy(1);
    uppy.addFile({ name: file.name, type: file.type, data: file });
    const result = await uppy.upload();
    setDone(`${result?.successful?.length} uploaded, ${result?.failed?.length} failed`);
  };
  return (
    <>
      <p id="first">{data?.records[0]?.title}</p>
      <section id="hook-form">
        <CreateIssue />
      </section>
      <section id="rjsf">
        <SchemaForm onCreated={() => setDone('rjsf')} />
      </section>
      <input type="file" onChange={({ target }) => target.files?.[0] && upload(target.files[0])} />
      <output id="done">{done}</output>
    </>
  );
}

createRoot(document.querySelector('#root') as HTMLElement).render(<Page />);
