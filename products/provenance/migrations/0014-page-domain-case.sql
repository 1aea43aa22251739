-- Pages are found by the host that a browser names, which means the same in any case: domains are kept in lower case.
update provenance.pages
set custom_domain = lower(custom_domain),
  -- Two may now be the same; the next check lets one of them have it.
  domain_status = case when domain_status = 'verified' then 'pending_dns' else domain_status end
where custom_domain <> lower(custom_domain);
