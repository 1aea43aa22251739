-- A key created with a token for some of the products is limited to those; null means all products of the tenant.
alter table platform.api_keys add column products text[];
