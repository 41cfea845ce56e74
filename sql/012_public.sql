-- What a customer saves by asking for the way back in the same request; 0 is no discount.
alter table company_settings add column if not exists return_discount_percent smallint not null default 0
  constraint company_settings_return_discount check (return_discount_percent between 0 and 50);

-- There and back together, in words, by the prices and the discount of the moment of the request.
alter table availability_requests add column if not exists total_quote text;
alter table bookings add column if not exists total_quote text;
