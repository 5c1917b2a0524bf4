-- no transaction
-- Finds the replies that admins have not been told of, in however many posts.
create index concurrently if not exists message_posts_replies on message_posts (created_at) where kind = 'reply';
