import { HttpError, orNull } from '../../../kernel/httpError.ts'
import { answer, handle } from '../../../kernel/message.ts'
import type { Retention } from '../../../kernel/retention.ts'
import { addressOf } from '../../../languages/addresses.ts'
import { jsonb, type Tx } from '../../../platform/db.ts'
import { routeFactsAt, travelOn } from '../../catalog/search/search.queries.ts'
import { leadCodeYears, leadYears, tapDays } from '../../settings/privacy/contract.ts'
import { type ProvenanceRow, provenanceRow } from '../provenance/provenance.writes.ts'
import { CountTap, ReadTap } from './contract.ts'

// The message on WhatsApp contains a code, with which staff find the page on which the visitor pressed the link.

export const countTap = handle(CountTap, async (tx, { kind, path, code, provenance }) => {
  await tx`
    insert into contact_taps (day, kind, path) values ((now() at time zone 'Europe/Rome')::date, ${kind}, ${path})
    on conflict (day, kind, path) do update set count = contact_taps.count + 1`
  if (kind !== 'whatsapp' || !code) return {}
  // If the code is taken, counts the tap without storing the code.
  const fresh = await tx`insert into lead_codes (code) values (${code}) on conflict do nothing returning code`
  if (fresh.length > 0)
    await tx`
      insert into whatsapp_taps (code, path, provenance)
      values (${code}, ${path}, ${jsonb(tx, provenanceRow(provenance))})`
  return {}
})

export const readTap = answer(ReadTap, async (read, { code }, _, context) => {
  const [tap] = await read<[{ code: string; path: string; tappedAt: Date }?]>`
    select code, path, tapped_at from whatsapp_taps where code = ${code.toUpperCase()}`
  if (!tap) throw new HttpError(404, 'Nessun messaggio WhatsApp con questo codice.')
  const slug = addressOf(tap.path).path.match(/^\/tratte\/transfer-([a-z0-9-]+)\/$/)?.[1]
  const route = slug ? await orNull(routeFactsAt(read, slug, context.site.origin, travelOn(context))) : null
  return {
    ...tap,
    tappedAt: tap.tappedAt.toISOString(),
    departure: route?.departureLocation.name ?? null,
    destination: route?.destinationLocation.name ?? null,
  }
})

/** Returns the provenance of the tap with this code, and deletes the tap; null if there is no such tap. */
export async function takeTap(tx: Tx, code: string): Promise<ProvenanceRow | null> {
  const [tap] = await tx<[{ provenance: ProvenanceRow }?]>`
    delete from whatsapp_taps where code = ${code.toUpperCase()} returning provenance`
  return tap?.provenance ?? null
}

export const oldTaps: Retention[] = [
  { table: 'whatsapp_taps', what: 'codici WhatsApp', by: 'tapped_at', kept: { days: tapDays } },
  {
    table: 'lead_codes',
    what: 'codici usati',
    by: 'made_at',
    kept: { years: leadCodeYears },
    // Each is looked up by its index: PostgreSQL might read a whole table for 'not exists'.
    where: `
      (select l.code from leads l where l.code = lead_codes.code) is null
      and (select t.code from whatsapp_taps t where t.code = lead_codes.code) is null`,
  },
  { table: 'contact_taps', what: 'conteggi dei contatti', by: 'day', kept: { years: leadYears } },
]
