-- The route in the opposite direction whose prices this route uses until staff enter own prices.
alter table route_prices add column follows_id bigint;
-- The column is new and empty, so checking it takes no time.
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table route_prices add constraint route_prices_follows foreign key (follows_id) references route_prices (id)
  on delete set null;
-- squawk-ignore require-concurrent-index-creation
create index route_prices_followers on route_prices (follows_id) where follows_id is not null;

update route_prices back
set follows_id = main.id, price_min2_pax = null, price3to4_pax = null, price5to7_pax = null,
  price1to3_pax = null, price4to8_pax = null, price_premium1to3_pax = null, price_premium4to7_pax = null
from route_prices main
where main.id = back.main_route_id and main.is_main_route
  and back.departure_location_id = main.destination_location_id
  and back.destination_location_id = main.departure_location_id
  -- A return that staff have edited keeps its prices if they differ from the outbound's.
  and (back.generated_at = back.updated_at
    or (back.price_min2_pax, back.price3to4_pax, back.price5to7_pax, back.price1to3_pax, back.price4to8_pax,
        back.price_premium1to3_pax, back.price_premium4to7_pax)
      is not distinct from (main.price_min2_pax, main.price3to4_pax, main.price5to7_pax, main.price1to3_pax,
        main.price4to8_pax, main.price_premium1to3_pax, main.price_premium4to7_pax));
