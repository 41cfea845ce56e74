import { Type } from '@sinclair/typebox'
import { Id, titled } from '../../../kernel/field.ts'
import { act, command } from '../../../kernel/message.ts'
import { OtherLanguage, TranslationKind } from '../../content/translations/contract.ts'

export const draftsMax = 500

export const translationsRequested = act(
  'integrations:translationsRequested',
  'Traduzioni richieste all’AI',
  { fields: { texts: 'Testi', ids: 'Testi scelti' }, payload: Type.Object({ jobId: Id }) },
)

export const DraftTranslations = command(
  'POST /api/admin/translations/drafts',
  'redazione',
  Type.Object({
    language: titled('Lingua', OtherLanguage),
    /** Every kind by default. */
    kind: titled('Tipo', Type.Optional(TranslationKind)),
    /** Ids of items of `kind`; the server skips reviewed translations. By default items without a translation. */
    ids: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: draftsMax,
        message: `I testi di una volta sono da 1 a ${draftsMax}`,
      }),
    ),
  }),
  Type.Object({ jobId: Id }),
  {
    acts: [translationsRequested],
    refusesUnknownKeys: true,
    status: 202,
    limit: { bucket: 'ai batches', max: 20, seconds: 3600 },
    summary: 'Starts a job that asks the AI for missing drafts, among them those refused by an earlier job',
  },
)
