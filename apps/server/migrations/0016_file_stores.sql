-- Both statements are instant: a new table, and a nullable column on a table with one row.

-- The id that the file store of this database carries; null until a server has started with it. A server that finds
-- other files does not start.
alter table installation add column file_store_id text;

-- Files that nothing refers to any more. They stay as long as a backup may need them.
create table unused_files (
  folder text not null,
  name text not null,
  remove_after timestamptz not null,
  primary key (folder, name)
);
create index unused_files_next on unused_files (remove_after);
