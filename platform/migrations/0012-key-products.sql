-- A key that was made with a token for some of the products is for these only; null is for those of the tenant.
alter table platform.api_keys add column products text[];
