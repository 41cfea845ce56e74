-- Where the driver waits at a place, as the end of the sentence "Ti aspettiamo …". Empty for the bundled words of the
-- place's kind.
alter table locations add column meeting_point text check (length(meeting_point) <= 300);
