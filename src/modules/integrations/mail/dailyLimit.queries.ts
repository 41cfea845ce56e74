import type { Sql, Tx } from '../../../platform/db.ts'

/** What Brevo's free plan sends a day (spec section 9). */
const freePlanMails = 300

/** What is known of the active configuration's plan. */
export interface Sender {
  apiKey: string | null
  smtpHost: string | null
  /** What staff say of their plan; null where they say nothing, 0 for no limit. */
  dailyLimit: number | null
}

/** How many mails a day a configuration may send; null for as many as there are. */
export function dailyLimitOf({ apiKey, smtpHost, dailyLimit }: Sender): number | null {
  if (dailyLimit !== null) return dailyLimit || null
  return apiKey || !smtpHost || /(^|\.)brevo\.com$/i.test(smtpHost) ? freePlanMails : null
}

/** Mails of this day of Rome that a server has taken, and when the next day begins. */
export async function mailsToday(sql: Sql | Tx): Promise<{ sent: number; nextDay: Date }> {
  const [row] = await sql<[{ sent: number; nextDay: Date }]>`
    with day as (select date_trunc('day', now() at time zone 'Europe/Rome') as start)
    select (select count(*) from email_messages where sent_at >= start at time zone 'Europe/Rome') as sent,
      (start + interval '1 day') at time zone 'Europe/Rome' as next_day
    from day`
  return row
}

/** Mails to the office go before all others, and no count of ours holds them back. */
export const officePurposes = ['office', 'reminder', 'wish']
