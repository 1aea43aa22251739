-- A use stands in one of the files of its object: tools that show findings in the source need to know which.
-- '' for what was read before, and for the file that the object itself names.
alter table casework.estate_uses add column file text not null default '';

-- Findings of a project become a file that such tools read.
alter table casework.assets drop constraint assets_kind_check;
alter table casework.assets add constraint assets_kind_check
  check (kind in ('report', 'report_pdf', 'evidence_export', 'migration_plan', 'findings', 'hand_over'));
