import type { Sql, Tx } from '../../../platform/db.ts'

/** Mails a day that Brevo's free plan allows. */
const freePlanMails = 300

/** The fields of a configuration that decide its daily limit. */
export interface Sender {
  apiKey: string | null
  smtpHost: string | null
  /** The limit that staff set; null if unset, 0 for no limit. */
  dailyLimit: number | null
}

/** Returns how many mails a configuration may send a day; null for no limit. */
export function dailyLimitOf({ apiKey, smtpHost, dailyLimit }: Sender): number | null {
  if (dailyLimit !== null) return dailyLimit || null
  return apiKey || !smtpHost || /(^|\.)brevo\.com$/i.test(smtpHost) ? freePlanMails : null
}

/** Returns the mails that a server accepted today in Rome's time zone, and the start of the next day. */
export async function mailsToday(sql: Sql | Tx): Promise<{ sent: number; nextDay: Date }> {
  const [row] = await sql<[{ sent: number; nextDay: Date }]>`
    with day as (select date_trunc('day', now() at time zone 'Europe/Rome') as start)
    select (select count(*) from email_messages where sent_at >= start at time zone 'Europe/Rome') as sent,
      (start + interval '1 day') at time zone 'Europe/Rome' as next_day
    from day`
  return row
}

/** Mails to staff are sent first, and the daily limit does not delay them. */
export const officePurposes = ['office', 'reminder', 'wish']
