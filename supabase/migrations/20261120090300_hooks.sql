-- What modules register, each time their SQL is applied: which function is called on which occasion (server/platform/sql/05-hooks.sql), and
-- what is written into a row when its person is erased.

create table private.hooks (
  occasion text not null,
  routine regprocedure not null,
  -- Called only while this module is on; null: always.
  module text,
  primary key (occasion, routine)
);

create table private.followers (
  place regclass not null,
  -- The column that says whose row it is: a contact's id.
  field name not null,
  -- What is written into a row when its person is erased: 'message = null, name = ''Erased person'''.
  emptied text,
  primary key (place, field)
);
