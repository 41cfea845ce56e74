-- When a worker moved the mail to the background, because the mail server was slow. If the worker dies meanwhile, staff
-- decide whether to send the mail again (docs/adr/0005).
alter table email_messages add column set_aside_at timestamptz;

-- `trattenuta` is a mail held until staff send or drop it.
alter table email_messages drop constraint email_messages_state_check;
-- The table grows by a few thousand rows a year, so checking them takes milliseconds.
-- squawk-ignore constraint-missing-not-valid
alter table email_messages add constraint email_messages_state_check
    check (state in ('in coda', 'in invio', 'inviata', 'consegnata', 'respinta', 'non configurata', 'scartata',
      'trattenuta'));

-- When and why the provider refused this configuration. Until it accepts a mail, the worker retries only the
-- mail with the id `probe_id`.
alter table email_configurations
  add column refused_at timestamptz,
  add column refusal text,
  add column probe_id bigint;

select announce_changes_of('email_configurations');
