-- Set while the password of an account comes from another person. Until then the owner may only choose an own password;
-- later the password opens nothing.
alter table admin_users add column first_password_until timestamptz;
