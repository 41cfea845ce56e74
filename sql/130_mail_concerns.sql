alter table email_messages
  -- What the provider's latest refusal of this mail concerned (`Concern` in src/modules/integrations/mail/concern.ts).
  add column concern text,
  -- When the provider first refused this mail for a reason that may concern all mails. Null after it accepted the mail.
  add column refused_at timestamptz;
