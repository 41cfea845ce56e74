-- The states of mails are now English words. A trigger translates the words of workers of the previous version.
create function mail_state_in_english() returns trigger language plpgsql as $$
begin
  new.state := case new.state
    when 'in coda' then 'planned'
    when 'in invio' then 'sending'
    when 'inviata' then 'sent'
    when 'consegnata' then 'delivered'
    when 'respinta' then 'failed'
    when 'non configurata' then 'notConfigured'
    when 'scartata' then 'skipped'
    when 'trattenuta' then 'held'
    else new.state end;
  return new;
end $$;

alter table email_messages drop constraint email_messages_state_check;
alter table email_messages alter column state set default 'planned';
create trigger email_messages_state_in_english before insert or update of state on email_messages
  for each row execute function mail_state_in_english();
