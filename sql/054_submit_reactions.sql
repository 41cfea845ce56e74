-- Renames the reactions that submit URLs to search engines. The rows are renamed too, because a reaction that finds no
-- row would submit its event again.
update effects set reaction = replace(reaction, 'integrations:tell', 'integrations:submit')
where reaction like 'integrations:tell%';
