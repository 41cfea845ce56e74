-- Translates the states of older mails. The trigger of 055_mail_states.sql does it, and the states that workers of the
-- previous version write.
-- Old processes may run: they read and write the Italian words until they end, and the trigger translates them.

select count(*) as mails from email_messages
where state in ('in coda', 'in invio', 'inviata', 'consegnata', 'respinta', 'non configurata', 'scartata', 'trattenuta');

with next as materialized (
  select id from email_messages
  where id > coalesce($1, '0')::bigint
    and state in ('in coda', 'in invio', 'inviata', 'consegnata', 'respinta', 'non configurata', 'scartata', 'trattenuta')
  order by id limit $2
), translated as (
  update email_messages set state = state where id in (select id from next) returning id
)
select count(*) as done, max(id)::text as position from translated;
