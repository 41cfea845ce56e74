-- A mail that goes on being sent beside the serial queue because the server is slow to answer. Set when it steps
-- aside: if its worker dies, staff decide whether to send it again (docs/adr/0005).
alter table email_messages add column set_aside_at timestamptz;

-- `trattenuta`: held until staff send or drop it.
alter table email_messages drop constraint email_messages_state_check;
-- The table holds a few thousand rows a year: checking them takes milliseconds.
-- squawk-ignore constraint-missing-not-valid
alter table email_messages add constraint email_messages_state_check
    check (state in ('in coda', 'in invio', 'inviata', 'consegnata', 'respinta', 'non configurata', 'scartata',
      'trattenuta'));

-- Since when the provider refuses this configuration, why, and which mail is tried again to find out whether it still
-- does; the other mails wait.
alter table email_configurations
  add column refused_at timestamptz,
  add column refusal text,
  add column probe_id bigint;

-- A refusal reaches open panels at once.
select announce_changes_of('email_configurations');
