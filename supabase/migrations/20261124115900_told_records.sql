-- Filled by the files in sql/: whose a record is, and which entries of the history are news.
create table private.notice_records (
  record_type text primary key,
  of_table regclass not null,
  owner name not null
);
create table private.notice_events (
  record_type text not null,
  event text not null,
  what text not null,
  primary key (record_type, event)
);
