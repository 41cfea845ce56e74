-- Renames the reactions of stored effects, as the code does. Without its effect under the new name, a reaction would
-- submit its event again.
update effects set reaction = replace(reaction, 'integrations:tell', 'integrations:submit')
where reaction like 'integrations:tell%';
