-- What the reader could not take in of a document, beside its claims: a language that is not read, a text that was cut.
-- It stays with the document: a source forgets it when the page answers that nothing has changed.
alter table provenance.snapshots add column warnings text[] not null default '{}';

-- What the sources still remember of their last document.
update provenance.snapshots as snapshot
set warnings = string_to_array(source.status_reason, ', ')
from provenance.sources as source
where source.last_snapshot_id = snapshot.id and source.status = 'ok'
  and source.status_reason ~ '^(language_not_read:|truncated|too_deep|template_placeholder|subprocessor_list_incomplete|expired_edition)';
