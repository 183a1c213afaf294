-- Changed words go into their index immediately: every search would read a list of pending ones.
alter index accounts_words set (fastupdate = off);
alter index users_words set (fastupdate = off);
alter index api_keys_words set (fastupdate = off);
