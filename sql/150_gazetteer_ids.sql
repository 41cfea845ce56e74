-- `google_place_id` also held the ids of the bundled places, such as `salento:482`, so that a place without an id of Google
-- counted as synchronised with Google. The trigger keeps the two kinds of ids apart, whichever release writes.
alter table locations add column gazetteer_id text;

-- squawk-ignore require-concurrent-index-creation
create unique index locations_gazetteer_id on locations (gazetteer_id);

create function gazetteer_id_apart() returns trigger language plpgsql as $$
begin
  if new.google_place_id like 'salento:%' then
    new.gazetteer_id := new.google_place_id;
    new.google_place_id := null;
  end if;
  return new;
end $$;

create trigger gazetteer_id_apart before insert or update of google_place_id on locations
  for each row execute function gazetteer_id_apart();

update locations set google_place_id = google_place_id where google_place_id like 'salento:%';

update saved_views set query = replace(replace(query, 'pending=true', 'stato=pending'), 'pending=false', 'stato=google')
where section = 'localita/' and query like '%pending=%';
