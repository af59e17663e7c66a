import { createDataProvider } from '@rest-gen/client/react-admin';
import {
  Admin,
  AutocompleteInput,
  BooleanField,
  Create,
  Datagrid,
  DateField,
  Edit,
  List,
  ReferenceField,
  ReferenceInput,
  ReferenceManyField,
  Resource,
  SearchInput,
  SelectInput,
  Show,
  SimpleForm,
  SimpleShowLayout,
  TextField,
  TextInput,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { createApi } from '../generated/api.ts';
import { readMeta } from './read-meta.ts';

const api = createApi({ baseUrl: readMeta('service'), headers: { authorization: `Bearer ${readMeta('token')}` } });
const dataProvider = createDataProvider(api);

const STATUSES = ['open', 'doing', 'done'].map((id) => ({ id, name: id }));
const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectInput key="status" source="status" choices={STATUSES} alwaysOn />,
];

const IssueList = () => (
  <List filters={filters} sort={{ field: 'id', order: 'ASC' }} perPage={10}>
    <Datagrid rowClick="edit">
      <TextField source="id" />
      <TextField source="title" />
      <ReferenceField source="project_id" reference="project" />
      <TextField source="status" />
      <DateField source="created_at" />
    </Datagrid>
  </List>
);

const fields = [
  <TextInput key="title" source="title" fullWidth />,
  <TextInput key="body" source="body" fullWidth multiline />,
  <SelectInput key="status" source="status" choices={STATUSES} />,
];

// Without it, a form is closed before the service has answered.
const IssueEdit = () => (
  <Edit mutationMode="pessimistic">
    <SimpleForm>{fields}</SimpleForm>
  </Edit>
);

const IssueCreate = () => (
  <Create redirect="show">
    <SimpleForm>
      <ReferenceInput source="project_id" reference="project">
        <AutocompleteInput optionText="name" />
      </ReferenceInput>
      {fields}
    </SimpleForm>
  </Create>
);

const IssueShow = () => (
  <Show>
    <SimpleShowLayout>
      <TextField source="title" />
      <ReferenceManyField reference="comment" target="issue_id" label="Comments">
        <Datagrid bulkActionButtons={false}>
          <TextField source="body" />
        </Datagrid>
      </ReferenceManyField>
    </SimpleShowLayout>
  </Show>
);

const ProjectList = () => (
  <List>
    <Datagrid>
      <TextField source="name" />
      <BooleanField source="is_public" />
    </Datagrid>
  </List>
);

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="issue" list={IssueList} edit={IssueEdit} create={IssueCreate} show={IssueShow} />
    <Resource name="project" list={ProjectList} recordRepresentation="name" />
  </Admin>,
);
