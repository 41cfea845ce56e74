import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listOf, Text, titled } from '../../../kernel/field.ts'
import { command, event, query } from '../../../kernel/message.ts'

/** Path of a list below `/admin/`, such as `tratte/`. */
const Section = Type.String({
  pattern: '^[a-z-]+(/[a-z-]+)*/$',
  maxLength: 60,
  message: 'Sezione non valida',
})

export const SavedView = Type.Object({
  id: Id,
  name: Type.String(),
  /** Query of the list's URL: filter, order and columns. */
  query: Type.String(),
})
export type SavedView = Static<typeof SavedView>

export const ListSavedViews = query(
  'GET /api/admin/saved-views',
  ['operatore', 'redazione'],
  Type.Object({ section: Section }),
  listOf(SavedView),
  { summary: 'The caller’s own views of a list' },
)

export const SaveView = command(
  'POST /api/admin/saved-views',
  ['operatore', 'redazione'],
  Type.Object({
    section: Section,
    name: titled('Nome', Text(60, { isName: true, message: 'Scrivi un nome, al massimo di 60 caratteri' })),
    query: Type.String({ maxLength: 1_000, message: 'La vista è troppo lunga' }),
  }),
  SavedView,
  { status: 201, summary: 'Saves a view; replaces a view with the same name' },
)

export const DeleteView = command(
  'DELETE /api/admin/saved-views/:id',
  ['operatore', 'redazione'],
  ById,
  Type.Object({}),
  {
    status: 204,
  },
)

export const viewSaved = event('settings:viewSaved', Type.Object({ viewId: Id }))
export const viewDeleted = event('settings:viewDeleted', Type.Object({ viewId: Id }))
