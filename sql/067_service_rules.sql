-- Data and rules from which pages, mails and replies build their sentences. Pages omit empty data. The rules start with
-- the values that the site has stated so far.
alter table company_settings
  add column licence_number text check (length(licence_number) <= 40),
  add column licence_municipality text check (length(licence_municipality) <= 80),
  add column in_business_since integer check (in_business_since between 1900 and 2100),
  add column insurance text check (length(insurance) <= 160),
  add column languages text check (length(languages) <= 160),
  add column takes_card boolean not null default true,
  add column takes_cash boolean not null default true,
  add column takes_transfer boolean not null default true,
  add column takes_paypal boolean not null default true,
  add column waiting_minutes integer not null default 15 check (waiting_minutes between 0 and 240),
  -- Euro for each hour, or part of an hour, after the free waiting time. With 0 no page states a price.
  add column waiting_fee integer not null default 15 check (waiting_fee between 0 and 500),
  -- Hours before the outbound ride until which the operator refunds cancellations or accepts changes.
  add column refund_hours integer not null default 168 check (refund_hours between 0 and 8760),
  add column change_hours integer not null default 24 check (change_hours between 0 and 8760),
  add column is_phone_always_on boolean not null default true,
  add column has_night_rides boolean not null default true;

-- A sentence that staff have rewritten does not match and stays.
update blog_posts set content = replace(content,
  'I primi quindici minuti di attesa sono compresi: se il nastro',
  'L’attesa compresa nel prezzo si conta dall’atterraggio del volo, e la durata è scritta nella pagina della tua tratta: se il nastro')
where slug = 'aeroporto-brindisi-salento-come-arrivare';
update blog_posts set content = replace(content,
  E'- Le modifiche si fanno fino a 24 ore prima della partenza.\n- Per ottenere il rimborso serve disdire almeno sette giorni prima del transfer di andata.\n',
  E'- Fino a quando si può cambiare o disdire con rimborso è scritto nei [termini](/termini-condizioni/).\n')
where slug = 'economy-condiviso-o-auto-privata';
