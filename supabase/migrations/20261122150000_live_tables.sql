-- Tables whose changes the back office is told of at once, and the area whose readers may hear of them. Filled by the files in sql/.
create table private.live_tables (
  name text primary key,
  area text not null
);
