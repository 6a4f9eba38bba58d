-- Wrong passwords of links are counted with all other limits, by who tries them: a lock of the link was one that anyone who has it could turn
-- on everyone else.
alter table private.access_links drop column wrong_passwords, drop column locked_until;
