-- The basis of a use: an index into BASES of estate/certainty.ts. Null for files that were read before, and for lists of
-- dependencies and findings, whose kind gives the basis.
alter table casework.estate_uses add column basis smallint;
