comment on column inbound_mails.message_id is
  'Identity of the mail: its Message-ID, which may be missing or reused, and a hash of its content. Rows of version 1.0 '
  'have the Message-ID alone.';
