import { type Static, Type } from '@sinclair/typebox'
import { clockPattern } from '../../../kernel/clockTime.ts'
import { Day, Id } from '../../../kernel/field.ts'

// The words that all features of the module use of a lead.

export const LeadKind = Type.Union(
  [Type.Literal('availability_request'), Type.Literal('booking'), Type.Literal('contact')],
  { message: 'Tipo di richiesta non valido' },
)
export type LeadKind = Static<typeof LeadKind>

export const keyPattern = '(availability_request|booking|contact)-[1-9]\\d{0,9}'
/** Kind and id of a lead, such as `booking-12`, because each kind numbers its leads separately. */
export const LeadKey = Type.String({ pattern: `^${keyPattern}$`, message: 'Richiesta non valida' })

export function leadOf(key: string): { kind: LeadKind; id: number } {
  const at = key.lastIndexOf('-')
  return { kind: key.slice(0, at) as LeadKind, id: Number(key.slice(at + 1)) }
}

export const LeadState = Type.Union(
  [
    Type.Literal('nuova'),
    Type.Literal('contattata'),
    Type.Literal('preventivo'),
    Type.Literal('confermata'),
    Type.Literal('persa'),
  ],
  { message: 'Stato non valido' },
)
export type LeadState = Static<typeof LeadState>

export const stateNames: Record<LeadState, string> = {
  nuova: 'Nuova',
  contattata: 'Contattata',
  preventivo: 'Preventivo',
  confermata: 'Confermata',
  persa: 'Persa',
}

export const kindNames: Record<LeadKind, { one: string; many: string }> = {
  availability_request: { one: 'Richiesta', many: 'Disponibilità' },
  booking: { one: 'Prenotazione', many: 'Prenotazioni' },
  contact: { one: 'Messaggio', many: 'Messaggi' },
}

export const Direction = Type.Union([Type.Literal('there'), Type.Literal('back')], {
  message: 'Scegli andata o ritorno',
})

export const ByKind = Type.Object({ kind: LeadKind, id: Id })

export const AnswerWay = Type.Union([Type.Literal('call'), Type.Literal('whatsapp'), Type.Literal('email')], {
  message: 'Indica come hai risposto',
})
export type AnswerWay = Static<typeof AnswerWay>

export const LeadDay = Day({ message: 'Indica una data valida' })
export const LeadTime = Type.String({
  pattern: clockPattern,
  message: 'Indica un orario valido',
})
