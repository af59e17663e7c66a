create role authenticator login noinherit;
create role anonymous nologin;
create role webuser nologin;
grant anonymous, webuser to authenticator;
create schema api;
grant usage on schema api to anonymous, webuser;
-- The user of the request, from the claims of its token.
create function api_user() returns integer language sql stable as
  $$ select (nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub')::integer $$;
