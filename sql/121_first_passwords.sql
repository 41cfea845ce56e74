-- When the first password that a super admin set expires. Until then the owner can use it to log in and choose
-- a new one.
alter table admin_users add column first_password_until timestamptz;
