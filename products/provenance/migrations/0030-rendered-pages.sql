-- '' if the bytes are what the host sent. If scripts built the page in a browser: 'whole' if all their requests were allowed,
-- 'part' if some were blocked.
alter table provenance.snapshots add column rendered text not null default ''
  check (rendered in ('', 'whole', 'part'));

-- Use one status for pages that are empty without scripts: they need a browser.
update provenance.sources set status_reason = 'needs_browser' where status_reason = 'needs_render';
