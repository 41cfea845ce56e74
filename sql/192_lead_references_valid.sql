-- A file of its own, because the check of all rows must not wait for the locks that adding the constraints takes.
-- squawk-ignore constraint-missing-not-valid
alter table customer_wishes validate constraint customer_wishes_lead_fkey;
-- squawk-ignore constraint-missing-not-valid
alter table lead_messages validate constraint lead_messages_lead_fkey;
-- squawk-ignore constraint-missing-not-valid
alter table lead_provenance validate constraint lead_provenance_lead_fkey;
-- squawk-ignore constraint-missing-not-valid
alter table lead_waits validate constraint lead_waits_lead_fkey;
-- squawk-ignore constraint-missing-not-valid
alter table inbound_mail_questions validate constraint inbound_mail_questions_lead_fkey;
-- squawk-ignore constraint-missing-not-valid
alter table inbound_mails validate constraint inbound_mails_lead_fkey;
-- squawk-ignore constraint-missing-not-valid
alter table offers validate constraint offers_lead_fkey;
-- squawk-ignore constraint-missing-not-valid
alter table customer_leads validate constraint customer_leads_lead_fkey;
-- squawk-ignore constraint-missing-not-valid
alter table trip_parties validate constraint trip_parties_lead_fkey;
