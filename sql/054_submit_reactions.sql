-- The code has renamed these reactions, so this file renames them in the stored effects. Without this change, a renamed
-- reaction would find no effect under its new name and would submit the event again.
update effects set reaction = replace(reaction, 'integrations:tell', 'integrations:submit')
where reaction like 'integrations:tell%';
