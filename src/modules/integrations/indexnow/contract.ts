import { type Static, Type } from '@sinclair/typebox'
import { Id, Moment, Nullable, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

const IndexNowKey = Type.Object({ apiKey: Nullable(Type.String()) })

/** The key is public, because search engines read it from `/{key}.txt`. */
export const ReadIndexNowKey = query('GET /api/admin/indexnow/key', 'admin', Type.Object({}), IndexNowKey)

export const indexNowKeyChanged = act('integrations:indexNowKeyChanged', 'Chiave IndexNow cambiata')

export const SetIndexNowKey = command(
  'POST /api/admin/indexnow/key',
  'admin',
  Type.Object({
    customKey: titled(
      'Chiave personalizzata',
      Type.Optional(
        Type.String({ pattern: '^[A-Za-z0-9-]{8,128}$', message: 'Inserisci una API key valida' }),
      ),
    ),
  }),
  Type.Object({ apiKey: Type.String() }),
  {
    acts: [indexNowKeyChanged],
    summary: 'Saves the given key, or a random one of 32 hexadecimal characters',
  },
)

export const importantPagesChosen = act(
  'integrations:importantPagesChosen',
  'Pagine importanti inviate a IndexNow',
  { payload: Type.Object({ jobId: Id }) },
)

export const SubmitImportantPages = command(
  'POST /api/admin/indexnow/submit-important',
  'admin',
  Type.Object({}),
  Type.Object({ jobId: Id }),
  {
    acts: [importantPagesChosen],
    refusesUnknownKeys: true,
    status: 202,
    limit: { bucket: 'indexnow', max: 10, seconds: 3600 },
  },
)

export const addressesRetried = act(
  'integrations:addressesRetried',
  'Indirizzi inviati di nuovo a IndexNow',
  { fields: { planned: 'Da inviare' } },
)

export const RetryIndexNow = command(
  'POST /api/admin/indexnow/retry',
  'admin',
  Type.Object({}),
  Type.Object({ planned: Type.Integer() }),
  {
    acts: [addressesRetried],
    refusesUnknownKeys: true,
    summary: 'Submits the waiting URLs immediately, and again those that were refused permanently',
  },
)

export const refusedAddressesDropped = act(
  'integrations:refusedAddressesDropped',
  'Indirizzi rifiutati da IndexNow scartati',
  { fields: { dropped: 'Scartati' } },
)

export const DropRefusedAddresses = command(
  'POST /api/admin/indexnow/drop',
  'admin',
  Type.Object({}),
  Type.Object({ dropped: Type.Integer() }),
  {
    acts: [refusedAddressesDropped],
    refusesUnknownKeys: true,
    summary: 'Drops the URLs that search engines refused permanently',
  },
)

export const ReadIndexNowState = query(
  'GET /api/admin/indexnow/state',
  'admin',
  Type.Object({}),
  Type.Object({
    /** Reason why nothing is submitted automatically; null if submissions work. */
    hindrance: Nullable(Type.String()),
    waiting: Type.Integer(),
    failed: Type.Integer(),
    /** Latest reason why a change still waits or has failed. */
    reason: Nullable(Type.String()),
    nextAt: Nullable(Moment),
  }),
  { summary: 'Changed pages of which search engines are not notified yet, and the reason' },
)

export const IndexNowSubmission = Type.Object({
  id: Id,
  url: Type.String(),
  submissionDate: Moment,
  submissionType: Type.String(),
  status: Type.Union([Type.Literal('success'), Type.Literal('error')]),
  statusCode: Nullable(Type.Integer()),
  errorMessage: Nullable(Type.String()),
})
export type IndexNowSubmission = Static<typeof IndexNowSubmission>

export const ListIndexNowSubmissions = query(
  'GET /api/admin/indexnow/submissions',
  'admin',
  Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }) }),
  Type.Array(IndexNowSubmission),
)
