-- The address to unsubscribe from this kind of email, sent in the List-Unsubscribe header.
alter table platform.mail_outbox add column stop_at text;
