-- Google or GitHub, if the user has unlinked it. Then only the user can link it again, not a sign-in there.
set local lock_timeout = '1500ms';
alter table users add column unlinked_providers text[] not null default '{}';
