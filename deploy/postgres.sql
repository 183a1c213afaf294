-- The role and the database of the service, created when compose.yaml first starts PostgreSQL.
\set password `cat /run/secrets/database_password`
create role partsdesk login createrole password :'password';
create database partsdesk owner partsdesk encoding 'UTF8' template template0;
