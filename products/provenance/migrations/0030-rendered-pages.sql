-- Whether the bytes are what the host sent ('') or the page that its scripts made of it in a browser: all that the scripts
-- asked for ('whole'), or without what they may not have ('part').
alter table provenance.snapshots add column rendered text not null default ''
  check (rendered in ('', 'whole', 'part'));

-- One word for pages that are empty without scripts: what is missing is a browser.
update provenance.sources set status_reason = 'needs_browser' where status_reason = 'needs_render';
