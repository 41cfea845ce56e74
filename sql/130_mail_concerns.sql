alter table email_messages
  -- Subject of the provider's latest refusal of this mail (`Concern` in src/modules/integrations/mail/concern.ts).
  add column concern text,
  -- When the provider first refused this mail for a reason that may concern all mails. Null after it accepted the mail.
  add column refused_at timestamptz;
