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

/** Columns of a lead that a mail may state. */
const toldColumns = ['status', 'date', 'time', 'return_date', 'return_time', 'address', 'position']

export const mailDeparture: Departure = async (tx, rows, { madeAt }) => {
  for (const row of rows)
    if (row.tableName === 'leads' && isTold(row)) {
      const { kind, id } = row.key as { kind: LeadKind; id: number }
      const purpose = await lastMailSince(tx, { kind, id, madeAt })
      if (purpose) return opposites[purpose] ?? null
    }
  return null
}

departures.push(mailDeparture)

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
