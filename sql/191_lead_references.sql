-- Rows that belong to a lead refer to it and end with it. Rows of leads that ended before the triggers existed are deleted.

delete from customer_wishes l where not exists (select from leads where leads.kind = l.lead_kind and leads.id = l.lead_id);
alter table customer_wishes add constraint customer_wishes_lead_fkey foreign key (lead_kind, lead_id) references leads (kind, id)
  on delete cascade not valid;

delete from lead_messages l where not exists (select from leads where leads.kind = l.lead_kind and leads.id = l.lead_id);
alter table lead_messages add constraint lead_messages_lead_fkey foreign key (lead_kind, lead_id) references leads (kind, id)
  on delete cascade not valid;

delete from lead_provenance l where not exists (select from leads where leads.kind = l.lead_kind and leads.id = l.lead_id);
alter table lead_provenance add constraint lead_provenance_lead_fkey foreign key (lead_kind, lead_id) references leads (kind, id)
  on delete cascade not valid;

delete from lead_waits l where not exists (select from leads where leads.kind = l.lead_kind and leads.id = l.lead_id);
alter table lead_waits add constraint lead_waits_lead_fkey foreign key (lead_kind, lead_id) references leads (kind, id)
  on delete cascade not valid;

delete from inbound_mail_questions l where not exists (select from leads where leads.kind = l.lead_kind and leads.id = l.lead_id);
alter table inbound_mail_questions add constraint inbound_mail_questions_lead_fkey foreign key (lead_kind, lead_id) references leads (kind, id)
  on delete cascade not valid;

delete from inbound_mails l where l.lead_id is not null and not exists (select from leads where leads.kind = l.lead_kind and leads.id = l.lead_id);
alter table inbound_mails add constraint inbound_mails_lead_fkey foreign key (lead_kind, lead_id) references leads (kind, id)
  on delete cascade not valid;

delete from offers l where not exists (select from leads where leads.kind = l.lead_kind and leads.id = l.lead_id);
alter table offers add constraint offers_lead_fkey foreign key (lead_kind, lead_id) references leads (kind, id)
  on delete cascade not valid;

-- Triggers of `leads` end these rows, which other rows depend on.
do $$
declare
  touched bigint[];
begin
  with gone as (
    delete from customer_leads l where not exists (select from leads where leads.kind = l.lead_kind and leads.id = l.lead_id)
    returning customer_id
  )
  select array_agg(distinct customer_id) into touched from gone;
  perform forget_person_without_leads(customer) from unnest(touched) customer;
  perform renew_customer(held_person_of(customer)) from unnest(touched) customer;
end $$;
alter table customer_leads add constraint customer_leads_lead_fkey foreign key (lead_kind, lead_id)
  references leads (kind, id) deferrable initially deferred not valid;
do $$
declare
  touched bigint[];
begin
  with gone as (
    delete from trip_parties l where not exists (select from leads where leads.kind = l.lead_kind and leads.id = l.lead_id)
    returning trip_id
  )
  select array_agg(distinct trip_id) into touched from gone;
  delete from trips where id = any(touched) and not exists (select from trip_rides r where r.trip_id = trips.id);
  perform sum_parties(id) from trips where id = any(touched);
end $$;
alter table trip_parties add constraint trip_parties_lead_fkey foreign key (lead_kind, lead_id)
  references leads (kind, id) deferrable initially deferred not valid;
