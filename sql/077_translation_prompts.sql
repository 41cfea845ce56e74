-- In a transaction of its own, so that the check of the stored rows blocks no reads.
alter table ai_prompts validate constraint ai_prompts_field_type_check;
