-- When the first password that a super admin set for an account expires. Until this time the owner can log in with the
-- first password, but only to choose a new one. After this time the product refuses the first password. Null for other
-- passwords.
alter table admin_users add column first_password_until timestamptz;
