-- Until now the token of a payment link that a proposal's page led to could be worked out from the stored hash of the proposal's link,
-- so from any backup. Those links end; the page of the proposal leads to a new one.
update private.access_links set revoked_at = now() where parent_id is not null and revoked_at is null;
