-- Renames stored effects too, because a renamed reaction without an effect would submit its event again.
update effects set reaction = replace(reaction, 'integrations:tell', 'integrations:submit')
where reaction like 'integrations:tell%';
