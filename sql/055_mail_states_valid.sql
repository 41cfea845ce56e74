-- squawk-ignore constraint-missing-not-valid
alter table email_messages validate constraint email_messages_state_check;
