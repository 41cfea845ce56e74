-- A renamed reaction would find no effect under its new name and submit the event again.
update effects set reaction = replace(reaction, 'integrations:tell', 'integrations:submit')
where reaction like 'integrations:tell%';
