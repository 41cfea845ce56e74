-- Texts with which staff answer. A row replaces the bundled text of the same name.
create table reply_templates (
  id bigint generated always as identity primary key,
  lead_kind text not null check (lead_kind in ('availability_request', 'contact', 'booking')),
  via text not null check (via in ('call', 'whatsapp', 'email')),
  language text not null check (language ~ '^[a-z]{2}$'),
  name text not null check (length(name) between 1 and 60),
  -- Empty if the text is not for a mail.
  subject text not null default '' check (length(subject) <= 150),
  text text not null check (length(text) between 1 and 4000),
  updated_at timestamptz not null default now()
);
create unique index reply_templates_one_name on reply_templates (lead_kind, via, language, lower(name));

select announce_changes_of('reply_templates');
select keep_versions_apart_of('reply_templates');
