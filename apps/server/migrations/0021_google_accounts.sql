-- Google accounts that are or were connected to an account here, so that one that was disconnected does not make a second
-- account by signing in. Which of them signs in is still said by users.google_subject. The reference to users locks that
-- table against writes for the moment it takes to create and to copy.
create table google_accounts (
  subject text primary key,
  user_id bigint not null references users,
  -- As Google named it last; null until it does.
  email text
);
create index google_accounts_of_user on google_accounts (user_id);

insert into google_accounts (subject, user_id)
select google_subject, id from users where google_subject is not null;
