-- Marks the leads whose receipt mail bounced before the column existed.
update availability_requests set call_instead = true
where id in (select lead_id from email_messages
  where lead_kind = 'availability_request' and purpose = 'receipt' and bounced_at is not null);
update bookings set call_instead = true
where id in (select lead_id from email_messages
  where lead_kind = 'booking' and purpose = 'receipt' and bounced_at is not null);
update contacts set call_instead = true
where id in (select lead_id from email_messages
  where lead_kind = 'contact' and purpose = 'receipt' and bounced_at is not null);
