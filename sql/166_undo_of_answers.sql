-- The act with which staff undo the answer.
alter table lead_messages add column act_id bigint;
alter table lead_messages alter column act_id set default nullif(current_setting('app.act', true), '')::bigint;
