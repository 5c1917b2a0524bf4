-- The list of users, sorted by name whatever the case.
create index users_in_name_order on users (lower(name), id);

-- Everybody's balance is summed off the index alone, and the ledger of somebody also lies in lots that are spent.
drop index credit_lots_of_user;
create index credit_lots_of_user on credit_lots (user_id, expires_at) include (remaining) where remaining > 0;
create index credit_lots_ever_of_user on credit_lots (user_id) where user_id is not null;
