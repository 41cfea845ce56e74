import { HttpError } from '../../../kernel/httpError.ts'
import { numberText } from '../../../kernel/italianFormats.ts'
import type { Sql, Tx } from '../../../platform/db.ts'

/** Throws HttpError 409 if the day's token limit is reached. A text that starts below the limit may exceed it. */
export async function refuseOverBudget(sql: Sql | Tx): Promise<void> {
  const [{ dailyTokens }] = await sql<[{ dailyTokens: number }]>`select daily_tokens from ai_settings`
  if (dailyTokens === 0 || (await tokensToday(sql)) < dailyTokens) return
  throw new HttpError(
    409,
    `Il limite di ${numberText(dailyTokens)} token al giorno per i testi AI è ` +
      'raggiunto: riprova domani, o alzalo in API Esterne.',
  )
}

/** Returns the tokens used since midnight in Rome. */
export async function tokensToday(sql: Sql | Tx): Promise<number> {
  const [{ tokens }] = await sql<[{ tokens: number }]>`
    select coalesce(sum(input_tokens + output_tokens), 0)::int as tokens from ai_uses
    where used_at >= date_trunc('day', now() at time zone 'Europe/Rome') at time zone 'Europe/Rome'`
  return tokens
}
