import { HttpError } from '../../../kernel/httpError.ts'
import { whole } from '../../../kernel/list.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { DeleteView, ListSavedViews, type SavedView, SaveView, viewDeleted, viewSaved } from './contract.ts'

// Staff see only their own views, and share a view by its URL. Views change no data, so they are not audited.

/** Maximum views of one list, so that the row of views stays readable. */
const viewsMax = 30

export const listSavedViews = answer(ListSavedViews, async (read, { section }, { admin }) =>
  whole(
    await read<SavedView[]>`
        select id, name, query from saved_views
        where admin_user_id = ${admin?.id ?? 0} and section = ${section} order by lower(name), id`,
  ),
)

export const saveView = handle(SaveView, async (tx, { section, name, query }, caller) => {
  const owner = ownerOf(caller)
  const [{ total }] = await tx<[{ total: number }]>`
    select count(*) as total from saved_views
    where admin_user_id = ${owner} and section = ${section} and name <> ${name}`
  if (total >= viewsMax) throw new HttpError(409, `Hai già ${viewsMax} viste: eliminane una.`)
  const [view] = await tx<[SavedView]>`
    insert into saved_views (admin_user_id, section, name, query) values (${owner}, ${section}, ${name}, ${query})
    on conflict (admin_user_id, section, name) do update set query = excluded.query
    returning id, name, query`
  await emit(tx, viewSaved, { viewId: view.id })
  return view
})

export const deleteView = handle(DeleteView, async (tx, { id }, caller) => {
  const [deleted] = await tx`
    delete from saved_views where id = ${id} and admin_user_id = ${ownerOf(caller)} returning id`
  if (!deleted) throw new HttpError(404, 'Vista non trovata.')
  await emit(tx, viewDeleted, { viewId: id })
  return {}
})

function ownerOf({ admin }: Caller): number {
  if (!admin) throw new HttpError(403, 'Le viste appartengono a un utente del pannello.')
  return admin.id
}
