-- Where letters of this kind can be stopped: told to mail programs in the head of the letter.
alter table platform.mail_outbox add column stop_at text;
