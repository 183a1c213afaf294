-- Words of accounts, people and keys, by whose beginnings operators find them (decision 180).
create index accounts_words on accounts using gin (
  to_tsvector('simple', translate(name || ' ' || email, '@._+-/&''', '        '))
);

create index users_words on users using gin (
  to_tsvector('simple', translate(name || ' ' || email, '@._+-/&''', '        '))
) where removed_at is null;

create index api_keys_words on api_keys using gin (
  to_tsvector('simple', translate(name || ' ' || last_four, '@._+-/&''', '        '))
);
