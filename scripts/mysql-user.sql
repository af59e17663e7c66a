-- The user of the tests: what an application and its migrations need, and PROCESS to see sessions of processes that have died. No SUPER.
create user if not exists app@'%';
grant select, insert, update, delete, create, alter, drop, index, references, create view, show view, trigger, create routine, alter routine, execute, create temporary tables, lock tables, process on *.* to app@'%';
