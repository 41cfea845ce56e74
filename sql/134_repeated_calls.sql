-- Hash of what the person typed, by which repeats are compared. Null in the rows of the previous release, whose
-- `input_hash` covers the whole input.
alter table idempotency_keys
  add column content_hash text;

-- A repeat with other content may be stored as a change of the request, whose text names each field with its old and its
-- new value. The old rows hold the new constraint, because the old one was stricter, so none is read to check it.
alter table customer_wishes
  drop constraint customer_wishes_text_check,
  add constraint customer_wishes_text_check check (length(text) <= 8000) not valid;
