import type { Sql, Tx } from '../../../platform/db.ts'

/** Daily mails of Brevo's free plan. */
const freePlanMails = 300

/** The active configuration's plan. */
export interface Sender {
  apiKey: string | null
  smtpHost: string | null
  /** As staff set it; null if unset, 0 for no limit. */
  dailyLimit: number | null
}

/** Returns the mails a configuration may send per day; null for no limit. */
export function dailyLimitOf({ apiKey, smtpHost, dailyLimit }: Sender): number | null {
  if (dailyLimit !== null) return dailyLimit || null
  return apiKey || !smtpHost || /(^|\.)brevo\.com$/i.test(smtpHost) ? freePlanMails : null
}

/** Returns the mails accepted by a server today in Rome, and the start of the next day. */
export async function mailsToday(sql: Sql | Tx): Promise<{ sent: number; nextDay: Date }> {
  const [row] = await sql<[{ sent: number; nextDay: Date }]>`
    with day as (select date_trunc('day', now() at time zone 'Europe/Rome') as start)
    select (select count(*) from email_messages where sent_at >= start at time zone 'Europe/Rome') as sent,
      (start + interval '1 day') at time zone 'Europe/Rome' as next_day
    from day`
  return row
}

/** Mails to the office go first, and our daily limit does not hold them back. */
export const officePurposes = ['office', 'reminder', 'wish']
