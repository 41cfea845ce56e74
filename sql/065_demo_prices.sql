-- True while a route has the prices of the bundled data, which staff have not chosen.
alter table route_prices add column is_demo boolean not null default false;

create function end_demo_prices() returns trigger language plpgsql as $$
begin
  new.is_demo := false;
  return new;
end $$;

create trigger route_prices_end_demo before update of price_min2_pax, price3to4_pax, price5to7_pax, price1to3_pax,
  price4to8_pax, price_premium1to3_pax, price_premium4to7_pax on route_prices
for each row
when (old.is_demo and (old.price_min2_pax, old.price3to4_pax, old.price5to7_pax, old.price1to3_pax, old.price4to8_pax,
    old.price_premium1to3_pax, old.price_premium4to7_pax)
  is distinct from (new.price_min2_pax, new.price3to4_pax, new.price5to7_pax, new.price1to3_pax, new.price4to8_pax,
    new.price_premium1to3_pax, new.price_premium4to7_pax))
execute function end_demo_prices();
