-- A use stands in one of the files of its object: tools that show findings in the source need to know which.
-- '' for what was read before, and for the file that the object itself names.
alter table casework.estate_uses add column file text not null default '';
