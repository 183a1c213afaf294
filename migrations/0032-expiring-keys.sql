-- The start page of the console counts the keys that expire soon.
create index api_keys_expiring on api_keys (expires_at)
  where revoked_at is null and replaced_by is null;
