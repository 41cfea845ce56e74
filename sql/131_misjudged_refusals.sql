-- Earlier versions took each refusal after RCPT TO for a wrong address of the customer, and failed the mail for good.
-- With a concern other than `mailbox`, staff can resend these mails with one button, and saving the mail configuration
-- resends those refused because of the configuration. The leads stay marked for a call until then.
update email_messages set concern = case
    when last_error ~* 'sender (address )?rejected|\m5\.1\.[78]\M' then 'sender'
    when last_error ~* 'relay(ing)?( access)? (denied|not)|to relay\M|rcpthosts|(client host|helo command) rejected' then 'relay'
    when last_error ~ '\m[45]\.(1\.([12346]|10)|2\.[124]|7\.1[789])\M'
      or last_error ~* 'unknown (user|mailbox|recipient)|(user|mailbox|recipient|account) (is )?(unknown|unavailable|full)|no such (user|mailbox)|does not exist'
      then 'mailbox'
    else 'policy' end
where state = 'failed' and bounced_at is not null and reported_at is null
  and updated_at > now() - interval '30 days'
  and last_error like 'Il server di posta rifiuta il destinatario: %';

-- The reason of this refusal was not stored: a wrong address for replies was read as the customer's address too.
update email_messages set concern = 'policy'
where state = 'failed' and bounced_at is not null and reported_at is null
  and updated_at > now() - interval '30 days' and last_error = 'Brevo rifiuta l’indirizzo del destinatario.';

-- Earlier versions took a soft bounce for a delay, although Brevo has given up by then, so nobody called the customer.
update email_messages set state = 'failed', concern = 'mailbox', bounced_at = bounce.at, reported_at = bounce.at,
  last_error = concat_ws(': ', 'La casella non l’ha accettata e Brevo non riprova più', bounce.reason)
from (
  select distinct on (email_message_id) email_message_id, at, reason from email_events
  where event = 'soft_bounce' and at > now() - interval '30 days' order by email_message_id, at desc) as bounce
where email_messages.id = bounce.email_message_id and state = 'sent' and reported_at is null;

update availability_requests set call_instead = true
where id in (select lead_id from email_messages
  where lead_kind = 'availability_request' and state = 'failed' and last_error like 'La casella non l’ha accettata%'
    and purpose not in ('office', 'reminder', 'wish', 'acceptance', 'gaps', 'newReview'));
update bookings set call_instead = true
where id in (select lead_id from email_messages
  where lead_kind = 'booking' and state = 'failed' and last_error like 'La casella non l’ha accettata%'
    and purpose not in ('office', 'reminder', 'wish', 'acceptance', 'gaps', 'newReview'));
update contacts set call_instead = true
where id in (select lead_id from email_messages
  where lead_kind = 'contact' and state = 'failed' and last_error like 'La casella non l’ha accettata%'
    and purpose not in ('office', 'reminder', 'wish', 'acceptance', 'gaps', 'newReview'));
