-- The calendar and the filter by days of travel find the few requests of a month.
create index concurrently if not exists rides_by_asked_day on rides (asked_day) where lead_kind is not null;
