-- What a use of a reference rests on: a place in BASES of estate/certainty.ts. Null for files read before, and for lists of
-- dependencies and findings, which say it themselves.
alter table casework.estate_uses add column basis smallint;
