-- The logo that a signed PDF was first made with: making it again gives the same bytes, whatever the firm's logo is by then.
alter table private.proposal_files add column logo text;
