create index concurrently if not exists customers_by_person on customers (person_id);
create index concurrently if not exists customers_by_last_request on customers (last_at desc nulls last, id desc)
  where id = person_id;
-- A hash, because a list of words may be too long for an ordered index.
create index concurrently if not exists customer_leads_by_name on customer_leads using hash (name_words);
