-- Paths are now stored percent-encoded, as browsers send them. Redirects to other sites stay in the table;
-- src/modules/content/redirects/queries.ts ignores them.
create function encoded_path(path text) returns text language sql immutable as $$
  select string_agg(
    case
      when char ~ '[A-Za-z0-9;,/:@&=+$_.!~*''()-]' collate "C" then char
      else regexp_replace(upper(encode(convert_to(char, 'UTF8'), 'hex')), '(..)', '%\1', 'g')
    end, '' order by place)
  from regexp_split_to_table(path, '') with ordinality as chars (char, place)
$$;

alter table redirects
  drop constraint redirects_from_path_check,
  drop constraint redirects_to_path_check;
update redirects set from_path = encoded_path(from_path), to_path = encoded_path(to_path)
where from_path <> encoded_path(from_path) or to_path <> encoded_path(to_path);
-- Existing rows fit, because encoding turns a character into at most 12 characters.
alter table redirects
  add constraint redirects_from_path_check check (from_path ~ '^/' and length(from_path) <= 6000) not valid,
  add constraint redirects_to_path_check check (to_path ~ '^/' and length(to_path) <= 6000) not valid;

-- Paths that are too long when encoded cannot be stored any more.
delete from not_found where length(encoded_path(path)) > 300;
update not_found set path = encoded_path(path) where path <> encoded_path(path);

drop function encoded_path(text);

-- Paths that begin with two slashes became links to other domains in the panel.
delete from contact_taps where path like '//%';
delete from whatsapp_taps where path like '//%' or provenance ->> 'landing_path' like '//%';
update lead_provenance set landing_path = null where landing_path like '//%';
