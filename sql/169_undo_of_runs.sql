-- Staff can take back the undo of a run of the route generator. The act then restores the routes, what waits in
-- `removed_routes`, and how many routes the run counts as undone. The other columns of a job belong to its worker.
create trigger record_act after update of result on jobs for each row
  when (current_setting('app.act', true) <> '')
  execute function record_act('id', '', 'status,input,done,total,log,error,updated_at,attempt,dropped_at');
select record_acts_of('removed_routes', 'route_id', 'taken_from_id');
-- A generated column cannot be restored: an image contains it, and no insert may.
alter table removed_routes alter column route_id drop expression;
