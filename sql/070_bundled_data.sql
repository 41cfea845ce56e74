-- Corrects bundled data that an earlier version loaded.

-- Rank by demand, 1 first, for lists of routes until visitors have searched for routes.
alter table route_prices add column popular_rank smallint;

update route_prices set popular_rank = ranked.popular_rank
from (values
  ('aeroporto-brindisi-lecce', 1),
  ('aeroporto-brindisi-gallipoli', 2),
  ('aeroporto-brindisi-otranto', 3),
  ('aeroporto-brindisi-santa-maria-di-leuca', 4),
  ('aeroporto-bari-lecce', 5),
  ('stazione-lecce-gallipoli', 6),
  ('aeroporto-brindisi-porto-cesareo', 7),
  ('stazione-lecce-otranto', 8),
  ('aeroporto-bari-gallipoli', 9),
  ('aeroporto-bari-otranto', 10),
  ('aeroporto-bari-santa-maria-di-leuca', 11),
  ('stazione-lecce-santa-maria-di-leuca', 12),
  ('aeroporto-brindisi-torre-dellorso', 13)
) as ranked (slug, popular_rank)
where route_prices.slug = ranked.slug;

-- The article about shared rides promised a saving that the prices do not give.
update blog_posts
set content = replace(
  content,
  'Vale dal secondo passeggero in su e fa risparmiare fino alla metà della tariffa base.',
  'Vale dal secondo passeggero in su. Quanto fa risparmiare dipende dalla tratta e da quanti siete: '
    || 'lo scrive la pagina di ogni tratta, e dove non costa meno della corsa privata non la proponiamo.'
)
where content like '%Vale dal secondo passeggero in su e fa risparmiare fino alla metà della tariffa base.%';
