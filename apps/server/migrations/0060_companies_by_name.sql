-- no transaction
create index concurrently if not exists businesses_by_name on businesses using gin (name gin_trgm_ops);
create index concurrently if not exists businesses_in_order on businesses (lower(name), id);
