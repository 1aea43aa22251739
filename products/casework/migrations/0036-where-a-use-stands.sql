-- The file of the object in which the use occurs: tools that show findings in the source need it.
-- '' for files that were read before, and for the file that the object itself names.
alter table casework.estate_uses add column file text not null default '';

-- Findings of a project can be exported for such tools.
alter table casework.assets drop constraint assets_kind_check;
alter table casework.assets add constraint assets_kind_check
  check (kind in ('report', 'report_pdf', 'evidence_export', 'migration_plan', 'findings', 'hand_over'));
