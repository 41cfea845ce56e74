import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Maybe, Moment, Nullable, titled } from '../../../kernel/field.ts'
import { act, command, internalCommand, query } from '../../../kernel/message.ts'

const path = (message: string) => Type.String({ minLength: 1, maxLength: 500, message })

export const RedirectForm = Type.Object({
  /**
   * Path or full URL on this site, such as `/tratte/vecchia/` or `/index.php?page_id=12`; stored percent-encoded, its
   * parameters sorted. Without parameters the redirect applies whatever the query is.
   */
  fromPath: titled('Indirizzo vecchio', path('Inserisci l’indirizzo vecchio')),
  /** New path or full URL on this site, also with query and fragment; empty for status 410. */
  toPath: titled('Indirizzo nuovo', Maybe(500)),
  statusCode: titled(
    'La pagina è',
    Type.Union([Type.Literal(301), Type.Literal(410)], {
      default: 301,
      message: 'Il codice è 301 o 410',
    }),
  ),
})
export type RedirectForm = Static<typeof RedirectForm>

export const Redirect = Type.Object({
  id: Id,
  fromPath: Type.String(),
  toPath: Nullable(Type.String()),
  statusCode: Type.Integer(),
  /** Why the site ignores the redirect; null if the redirect works. */
  offReason: Nullable(Type.String()),
  hits: Type.Integer(),
  lastHitAt: Nullable(Moment),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Redirect = Static<typeof Redirect>

export const ListRedirects = query(
  'GET /api/admin/redirects',
  'admin',
  Type.Object({
    ...listInput('fromPath', 'toPath', 'statusCode', 'hits', 'createdAt'),
    off: Type.Optional(Type.Boolean()),
  }),
  Type.Object({ ...listOf(Redirect).properties, totalOff: Type.Integer() }),
  { tables: ['redirects'] },
)
export const ReadRedirect = query('GET /api/admin/redirects/:id', 'admin', ById, Redirect, {
  tables: ['redirects'],
})
export const redirectCreated = act('content:redirectCreated', 'Reindirizzamento creato')

export const CreateRedirect = command('POST /api/admin/redirects', 'admin', RedirectForm, Redirect, {
  acts: [redirectCreated],
  status: 201,
  summary: 'Creates a redirect; shortens chains to one hop and refuses loops',
})
/** Emitted when staff create, change or delete a redirect, because search engines should visit the path again. */
export const redirectChanged = act('content:redirectChanged', 'Reindirizzamento modificato', {
  payload: Type.Object({ fromPath: Type.String() }),
})

export const SaveRedirect = command(
  'PUT /api/admin/redirects/:id',
  'admin',
  Type.Object({ ...RedirectForm.properties, id: Id, updatedAt: Moment }),
  Redirect,
  { acts: [redirectChanged] },
)
export const redirectDeleted = act('content:redirectDeleted', 'Reindirizzamento eliminato')

export const DeleteRedirect = command('DELETE /api/admin/redirects/:id', 'admin', ById, Type.Object({}), {
  acts: [redirectDeleted],
  status: 204,
})

export const MissedPage = Type.Object({
  id: Id,
  path: Type.String(),
  hits: Type.Integer(),
  /** The most frequent queries that name a page, such as `page_id=12`. */
  queries: Type.Array(Type.Object({ query: Type.String(), hits: Type.Integer() })),
  referrerHost: Nullable(Type.String()),
  firstSeenAt: Moment,
  lastSeenAt: Moment,
})
export type MissedPage = Static<typeof MissedPage>

export const ListMissedPages = query(
  'GET /api/admin/not-found',
  'admin',
  Type.Object(listInput('path', 'hits', 'lastSeenAt')),
  listOf(MissedPage),
  { summary: 'URLs that visitors requested and that do not exist' },
)
export const missedPageDismissed = act('content:missedPageDismissed', 'Pagina non trovata archiviata', {
  fields: { path: 'Indirizzo' },
})

export const DismissMissedPage = command('DELETE /api/admin/not-found/:id', 'admin', ById, Type.Object({}), {
  acts: [missedPageDismissed],
  status: 204,
  summary: 'Removes a URL from this list permanently',
})

/** Adds the counts of visits to redirected and unknown paths since the previous call. */
export const RecordPageVisits = internalCommand(
  'content:recordPageVisits',
  Type.Object({
    redirected: Type.Array(
      Type.Object({
        path: Type.String({ maxLength: 2_001, pattern: '^/' }),
        hits: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      }),
    ),
    missed: Type.Array(
      Type.Object({
        path: Type.String({ maxLength: 300 }),
        hits: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
        referrerHost: Nullable(Type.String({ maxLength: 255 })),
        /** Bit set of the groups of networks from which the path was requested (`networkGroups`). */
        askedFrom: Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }),
        queries: Type.Array(
          Type.Object({
            query: Type.String({ minLength: 1, maxLength: 200 }),
            hits: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
          }),
        ),
      }),
    ),
  }),
  Type.Object({}),
)
