import type { Sql, Tx } from '../../../platform/db.ts'

const freePlanMails = 300

export interface Sender {
  apiKey: string | null
  smtpHost: string | null
  /** Null if staff have entered no limit, so that the default applies; 0 means unlimited. */
  dailyLimit: number | null
}

/** Returns the mails allowed per day; null for no limit. */
export function dailyLimitOf({ apiKey, smtpHost, dailyLimit }: Sender): number | null {
  if (dailyLimit !== null) return dailyLimit || null
  return apiKey || !smtpHost || /(^|\.)brevo\.com$/i.test(smtpHost) ? freePlanMails : null
}

/** `sent` is the number of mails that a server accepted today in Rome, `nextDay` the next midnight in Rome. */
export async function mailsToday(sql: Sql | Tx): Promise<{ sent: number; nextDay: Date }> {
  const [row] = await sql<[{ sent: number; nextDay: Date }]>`
    with day as (select date_trunc('day', now() at time zone 'Europe/Rome') as start)
    select (select count(*) from email_messages where sent_at >= start at time zone 'Europe/Rome') as sent,
      (start + interval '1 day') at time zone 'Europe/Rome' as next_day
    from day`
  return row
}

export const officePurposes = ['office', 'reminder', 'wish', 'acceptance', 'gaps', 'newReview']

/** Purposes of the mails that are sent first and ignore the daily limit. */
export const urgentPurposes = [...officePurposes, 'reply', 'driver', 'moved']
