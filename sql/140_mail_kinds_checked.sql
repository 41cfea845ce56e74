-- Checks the rows stored before sql/139, which added this constraint as `not valid`.
alter table inbound_mails validate constraint inbound_mails_kind_check;
