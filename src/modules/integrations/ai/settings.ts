import { audit } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { edit } from '../../../kernel/edit.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { TextProvider } from '../prompts/contract.ts'
import { tokensToday } from './budget.ts'
import { type AiSettings, aiSettingsChanged, ReadAiSettings, SaveAiSettings } from './settings.contract.ts'

interface Row {
  openaiModel: string | null
  anthropicModel: string | null
  dailyTokens: number
  timeoutSeconds: number
  updatedAt: Date
}

export const readAiSettings = answer(ReadAiSettings, async (read, _input, _caller, context) =>
  shown(read, await find(read), context),
)

export const saveAiSettings = edit(
  SaveAiSettings,
  { table: 'ai_settings', find },
  async (tx, form, caller, before, context) => {
    await tx`
    update ai_settings set openai_model = ${form.openaiModel || null},
      anthropic_model = ${form.anthropicModel || null}, daily_tokens = ${form.dailyTokens},
      timeout_seconds = ${form.timeoutSeconds}, updated_at = now()`
    const after = await find(tx)
    await audit(tx, caller, aiSettingsChanged, 'ai_settings/1', before, after)
    return shown(tx, after, context)
  },
)

async function find(sql: Sql | Tx): Promise<Row> {
  const [row] = await sql<[Row]>`
    select openai_model, anthropic_model, daily_tokens, timeout_seconds, updated_at from ai_settings`
  return row
}

async function shown(sql: Sql | Tx, row: Row, { providers }: Context): Promise<AiSettings> {
  const { openaiModel, anthropicModel } = providers.models
  return {
    ...row,
    usualOpenaiModel: openaiModel,
    usualAnthropicModel: anthropicModel,
    tokensToday: await tokensToday(sql),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Reads the settings of a provider. `timeoutMs` is the limit of the whole response. */
export async function textSettings(
  sql: Sql | Tx,
  provider: TextProvider,
  { providers }: Context,
): Promise<{ model: string; timeoutMs: number }> {
  const row = await find(sql)
  const chosen = provider === 'openai' ? row.openaiModel : row.anthropicModel
  const { openaiModel, anthropicModel } = providers.models
  return {
    model: chosen ?? (provider === 'openai' ? openaiModel : anthropicModel),
    timeoutMs: row.timeoutSeconds * 1000,
  }
}
