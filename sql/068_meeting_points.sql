-- The end of the sentence "Ti aspettiamo …". If it is empty, pages use the default words for the kind of place.
alter table locations add column meeting_point text check (length(meeting_point) <= 300);
