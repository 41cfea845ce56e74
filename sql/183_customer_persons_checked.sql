-- A file of its own, because the check of all customers must not wait for the lock that adding a constraint takes.
alter table customers add constraint customers_have_a_person check (person_id is not null) not valid;
