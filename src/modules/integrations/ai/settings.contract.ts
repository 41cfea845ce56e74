import { type Static, Type } from '@sinclair/typebox'
import { Maybe, Moment, Nullable, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

export const AiSettings = Type.Object({
  /** Chosen models. Null selects the default model of the provider (`usualOpenaiModel`, `usualAnthropicModel`). */
  openaiModel: Nullable(Type.String()),
  anthropicModel: Nullable(Type.String()),
  usualOpenaiModel: Type.String(),
  usualAnthropicModel: Type.String(),
  /** Maximum of input and output tokens of both providers per day in Rome; 0 for no limit. */
  dailyTokens: Type.Integer(),
  timeoutSeconds: Type.Integer(),
  tokensToday: Type.Integer(),
  updatedAt: Moment,
})
export type AiSettings = Static<typeof AiSettings>

export const ReadAiSettings = query('GET /api/admin/ai-settings', 'admin', Type.Object({}), AiSettings)

export const aiSettingsChanged = act('integrations:aiSettingsChanged', 'Impostazioni AI modificate')

export const SaveAiSettings = command(
  'PUT /api/admin/ai-settings',
  'superAdmin',
  Type.Object({
    openaiModel: titled('Modello OpenAI', Maybe(100)),
    anthropicModel: titled('Modello Anthropic', Maybe(100)),
    dailyTokens: titled(
      'Token al giorno',
      Type.Integer({
        minimum: 0,
        maximum: 100_000_000,
        message: 'Il limite al giorno è un numero intero di token, da 0 a 100000000',
      }),
    ),
    timeoutSeconds: titled(
      'Attesa massima (secondi)',
      Type.Integer({
        minimum: 1,
        maximum: 300,
        message: 'L’attesa massima va da 1 a 300 secondi',
      }),
    ),
    updatedAt: Moment,
  }),
  AiSettings,
  { acts: [aiSettingsChanged] },
)
