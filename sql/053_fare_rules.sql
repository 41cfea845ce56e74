-- Distance rule in euro, `start + per_km × km`. A band without a row has no price by distance. `area_km` is the longest
-- road from a priced place to the start or destination of an estimated ride.
create table fare_bands (
  id bigint generated always as identity primary key,
  field text not null unique check (field in ('priceMin2Pax', 'price3to4Pax', 'price5to7Pax', 'price1to3Pax',
    'price4to8Pax', 'pricePremium1to3Pax', 'pricePremium4to7Pax')),
  start numeric(8, 2) not null check (start >= 0),
  per_km numeric(8, 4) not null check (per_km >= 0),
  minimum numeric(8, 2) not null check (minimum > 0),
  step numeric(8, 2) not null check (step > 0)
);
insert into fare_bands (field, start, per_km, minimum, step) values
  ('priceMin2Pax', 14, 0.3059, 15, 1),
  ('price3to4Pax', 38.50, 0.8412, 35, 5),
  ('price5to7Pax', 42, 0.9176, 40, 5),
  ('price1to3Pax', 38.50, 0.8412, 35, 5),
  ('price4to8Pax', 45.50, 0.9941, 45, 5);

alter table fare_settings add column area_km integer not null default 30
  constraint fare_settings_area check (area_km between 0 and 500);

select announce_changes_of('fare_bands');
