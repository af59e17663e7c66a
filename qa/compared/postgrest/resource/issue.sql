create table api.issue (
  id integer primary key generated always as identity,
  title varchar(120) not null check (title <> ''),
  state text not null default 'open' check (state in ('open', 'closed')),
  hours integer check (hours >= 0),
  owner_id integer not null default api_user(),
  created_at timestamptz not null default now()
);
grant select on api.issue to anonymous, webuser;
grant insert (title, state, hours), update (title, state, hours), delete on api.issue to webuser;
alter table api.issue enable row level security;
create policy issue_read on api.issue for select using (true);
create policy issue_create on api.issue for insert with check (owner_id = api_user());
create policy issue_change on api.issue for update using (owner_id = api_user());
create policy issue_remove on api.issue for delete using (owner_id = api_user());
