import { type Departure, departures, type RecordedRow } from '../../../kernel/bulkActList.ts'
import type { Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'

// An undo must not change what a customer knows by a mail. Staff change it again, and the customer is notified of that.

/** Mails that state what staff have changed, and the opposite act. */
const opposites: Record<string, string> = {
  offer: 'Al cliente è già partito il preventivo: usa «Ritira il preventivo».',
  confirmation: 'Al cliente è già partita la conferma: cambia di nuovo lo stato della richiesta.',
  cancelled: 'Al cliente è già partito l’avviso di annullamento: riapri la richiesta cambiandone lo stato.',
  moved:
    'Al cliente è già partito l’avviso del nuovo orario: cambia di nuovo la corsa, e il cliente lo saprà.',
  driver: 'Al cliente è già partito il nome dell’autista: cambia di nuovo il viaggio, e il cliente lo saprà.',
}

/** Columns of a lead and of its rides that a mail may state. */
const toldColumns = ['status', 'asked_day', 'asked_time', 'asked_address', 'asked_position']

export const mailDeparture: Departure = async (tx, rows, { madeAt }) => {
  for (const lead of await leadsOf(tx, rows.filter(isTold))) {
    const purpose = await lastMailSince(tx, { ...lead, madeAt })
    if (purpose) return opposites[purpose] ?? null
  }
  return null
}

departures.push(mailDeparture)

function leadsOf(tx: Tx, rows: RecordedRow[]): Promise<{ kind: LeadKind; id: number }[]> {
  const keys = (table: string) => tx.json(rows.filter((row) => row.tableName === table).map(({ key }) => key))
  return tx<{ kind: LeadKind; id: number }[]>`
    select kind, id from leads
    where (kind, id) in (
      select key ->> 'kind', (key ->> 'id')::bigint from jsonb_array_elements(${keys('leads')}) as key
      union select lead_kind, lead_id from rides
      where rides.id in (select (key ->> 'id')::bigint from jsonb_array_elements(${keys('rides')}) as key))
    order by kind, id`
}

const isTold = ({ columns }: RecordedRow) => columns?.some((column) => toldColumns.includes(column)) ?? false

async function lastMailSince(
  tx: Tx,
  { kind, id, madeAt }: { kind: LeadKind; id: number; madeAt: Date },
): Promise<string | undefined> {
  const [mail] = await tx<[{ purpose: string }?]>`
    select purpose from email_messages
    where lead_kind = ${kind} and lead_id = ${id} and purpose = any(${Object.keys(opposites)})
      and state in ('sending', 'sent', 'delivered') and coalesce(sent_at, claimed_at) > ${madeAt}
    order by id desc limit 1`
  return mail?.purpose
}
