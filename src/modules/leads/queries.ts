import type { Sql } from '../../db.ts'

export type LeadKind = 'availability_request' | 'contact' | 'booking'

/** A lead of any kind, as its mails tell it; null where the kind has no such field or nothing was said. */
export interface Lead {
  kind: LeadKind
  id: number
  name: string | null
  phone: string
  email: string | null
  departure: string | null
  destination: string | null
  date: string | null
  time: string | null
  passengers: string | null
  flightOrTrain: string | null
  luggage: string | null
  message: string | null
  formSource: string | null
  createdAt: Date
}

/** The lead as it is now; null once it was erased. */
export async function readLead(read: Sql, kind: LeadKind, id: number): Promise<Lead | null> {
  const [lead] = await (kind === 'availability_request'
    ? read<[Lead?]>`
        select 'availability_request' as kind, id, name, phone, email, departure, destination, null as date,
          null as time, passengers, null as flight_or_train, null as luggage, message, form_source, created_at
        from availability_requests where id = ${id}`
    : kind === 'contact'
      ? read<[Lead?]>`
          select 'contact' as kind, id, name, phone, email, null as departure, null as destination, null as date,
            null as time, null as passengers, null as flight_or_train, null as luggage, message,
            null as form_source, created_at
          from contacts where id = ${id}`
      : read<[Lead?]>`
          select 'booking' as kind, id, name, phone, email, departure, destination, date, time, passengers,
            flight_or_train, luggage, message, null as form_source, created_at
          from bookings where id = ${id}`)
  return lead ?? null
}
