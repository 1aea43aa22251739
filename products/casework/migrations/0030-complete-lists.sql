-- Only a complete list proves that something it does not name is missing.

alter table casework.entries add column completeness text not null default 'partial'
  check (completeness in ('complete', 'sample', 'partial'));

update casework.entries set completeness = 'sample',
  title = case when title like 'Sample: %' then title else 'Sample: ' || title end
where version_label = 'sample' and list_id is not null;

-- Published lists without a rejected row.
update casework.entries set completeness = 'complete'
where completeness = 'partial' and pack_id = 'clean-core' and source_id like 'sap-%' and status in ('ready', 'retired')
  and (validation ->> 'conforms')::boolean;
