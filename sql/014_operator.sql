-- Pages leave out empty columns.
alter table company_settings
  add column whatsapp_phone text constraint company_settings_whatsapp check (length(whatsapp_phone) <= 40),
  add column opening_from text not null default '06:00',
  add column opening_to text not null default '24:00',
  add column facebook_url text,
  add column instagram_url text,
  add column tripadvisor_url text,
  add column google_url text,
  add column rating_value text,
  add column rating_count integer,
  add column rating_source text,
  add column are_reviews_verified boolean not null default false,
  add column testimonials jsonb not null default '[]';
