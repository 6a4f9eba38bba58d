-- Replies that were written here in a thread of a mailbox are evidence now: everything is counted again from the records, in steps.
update private.relationship_mining set counting_from = '00000000-0000-0000-0000-000000000000';
