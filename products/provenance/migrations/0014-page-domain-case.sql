-- Pages are found by the host that the browser sends. Hosts are case-insensitive, so domains are stored in lower case.
update provenance.pages
set custom_domain = lower(custom_domain),
  -- Two pages may now have the same domain; the next check lets one of them verify it.
  domain_status = case when domain_status = 'verified' then 'pending_dns' else domain_status end
where custom_domain <> lower(custom_domain);
