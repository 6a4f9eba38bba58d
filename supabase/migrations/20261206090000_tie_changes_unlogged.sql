-- Its rows live for one transaction, which takes them away as it commits: nothing of it is worth keeping.
alter table private.tie_changes set unlogged;
