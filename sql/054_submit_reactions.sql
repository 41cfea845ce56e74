-- Reactions that submit addresses to search engines are named after it. Rows are kept by name, so that no event is
-- submitted twice.
update effects set reaction = replace(reaction, 'integrations:tell', 'integrations:submit')
where reaction like 'integrations:tell%';
