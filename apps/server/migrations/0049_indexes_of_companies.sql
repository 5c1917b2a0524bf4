-- no transaction
create index concurrently if not exists orders_of_business on orders (business_id, start desc, id desc)
  include (office_id) where business_id is not null;
create index concurrently if not exists orders_of_business_person on orders (business_id, user_id, start desc, id desc)
  include (office_id) where business_id is not null;
create index concurrently if not exists payments_of_business on payments (business_id, id)
  where business_id is not null;
