-- Who signed up, with which company name and terms; and the subprocessors of a customer on all its pages.
create table provenance.signups (
  tenant_id text primary key,
  company_name text not null,
  -- The name without case, punctuation and spaces: a company can sign up only once.
  company_key text not null constraint signups_company_unique unique,
  email text not null,
  terms_version text not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null
);
create index signups_by_age on provenance.signups (created_at);
create index subprocessors_of_tenant on provenance.subprocessors (tenant_id, vendor_id);
