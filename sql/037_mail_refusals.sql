-- The time at which a mail left the serial queue, because the server was slow, to be sent in the background. If its
-- worker dies, staff decide whether to send the mail again (docs/adr/0005).
alter table email_messages add column set_aside_at timestamptz;

-- Adds `trattenuta`, the state of a mail that is held until staff send or drop it.
alter table email_messages drop constraint email_messages_state_check;
-- The table grows by a few thousand rows a year, so checking them takes milliseconds.
-- squawk-ignore constraint-missing-not-valid
alter table email_messages add constraint email_messages_state_check
    check (state in ('in coda', 'in invio', 'inviata', 'consegnata', 'respinta', 'non configurata', 'scartata',
      'trattenuta'));

-- The time and reason of the provider's refusal of this configuration, and the mail that is retried to test it while
-- the other mails wait.
alter table email_configurations
  add column refused_at timestamptz,
  add column refusal text,
  add column probe_id bigint;

-- Open panels show a refusal immediately.
select announce_changes_of('email_configurations');
