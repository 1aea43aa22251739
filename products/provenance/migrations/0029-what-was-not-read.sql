-- What the reader could not process in a document, in addition to its claims: an unsupported language, a truncated text.
-- Stored with the document, because a source drops it when the page answers that nothing has changed.
alter table provenance.snapshots add column warnings text[] not null default '{}';

-- The warnings that sources still have for their last document.
update provenance.snapshots as snapshot
set warnings = string_to_array(source.status_reason, ', ')
from provenance.sources as source
where source.last_snapshot_id = snapshot.id and source.status = 'ok'
  and source.status_reason ~ '^(language_not_read:|truncated|too_deep|template_placeholder|subprocessor_list_incomplete|expired_edition)';
