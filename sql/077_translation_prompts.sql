-- Checks the rows stored before sql/076, which added this constraint as `not valid`.
alter table ai_prompts validate constraint ai_prompts_field_type_check;
