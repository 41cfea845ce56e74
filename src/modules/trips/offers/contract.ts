import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Day,
  Emptyable,
  Id,
  Language,
  listInput,
  listOf,
  MaybeLines,
  Moment,
  Nullable,
  titled,
} from '../../../kernel/field.ts'
import { act, command, event, query } from '../../../kernel/message.ts'
import { PriceInput, Vehicle } from '../../catalog/prices/contract.ts'
import { Direction, LeadKind, LeadTime } from '../../leads/lead/contract.ts'

const OfferLine = Type.Object({
  direction: Direction,
  vehicle: Vehicle,
  /** `day` or `time` is null until customer and staff agree on it. */
  day: Nullable(Type.String()),
  time: Nullable(Type.String()),
  /** Euro for all passengers. The totals of all lines add up to the offer's total. */
  total: Type.String(),
})
export type OfferLine = Static<typeof OfferLine>

export const OfferState = Type.Union(
  [
    Type.Literal('sent'),
    Type.Literal('accepted'),
    Type.Literal('declined'),
    Type.Literal('withdrawn'),
    Type.Literal('expired'),
  ],
  { message: 'Stato non valido' },
)
export type OfferState = Static<typeof OfferState>

/** Fields of an offer that both staff and the customer see. */
export const offerFields = {
  id: Id,
  lines: Type.Array(OfferLine),
  total: titled('Totale', Type.String()),
  validUntil: Moment,
  language: Language,
  state: titled('Stato', OfferState),
  message: Nullable(Type.String()),
  acceptedAt: Nullable(Moment),
}

export const StaffOffer = Type.Object({
  ...offerFields,
  leadKind: LeadKind,
  leadId: Id,
  code: Type.String(),
  /** URL of the customer's page with the offer. */
  link: Type.String(),
  sentBy: Type.String(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type StaffOffer = Static<typeof StaffOffer>

export const ListOffers = query(
  'GET /api/admin/offers',
  ['operatore', 'contabile'],
  Type.Object({
    ...listInput('createdAt', 'validUntil', 'total'),
    leadKind: Type.Optional(LeadKind),
    leadId: Type.Optional(Id),
    /** Selects the offers of all leads of a customer. */
    customerId: Type.Optional(Id),
    state: Type.Optional(OfferState),
  }),
  listOf(StaffOffer),
  { tables: ['offers'], summary: 'Offers, newest first; searches the code and the name of the customer' },
)

const about = Type.Object({ offerId: Id })

export const offerSent = act('trips:offerSent', 'Preventivo inviato', { payload: about })

export const SendOffer = command(
  'POST /api/admin/offers',
  'operatore',
  Type.Object({
    leadKind: titled('Tipo di richiesta', LeadKind),
    leadId: titled('Richiesta', Id),
    /** By default one line for each ride of the lead. Missing fields get their values from the lead and its fare. */
    lines: titled(
      'Tratte del preventivo',
      Type.Optional(
        Type.Array(
          Type.Object({
            direction: titled('Verso', Direction),
            vehicle: titled('Veicolo', Emptyable(Vehicle)),
            day: titled('Giorno', Emptyable(Day({ message: 'Indica una data valida' }))),
            time: titled('Ora', Emptyable(LeadTime)),
            total: titled('Prezzo', PriceInput),
          }),
          { minItems: 1, maxItems: 2, message: 'Un preventivo ha un’andata, un ritorno o entrambi' },
        ),
      ),
    ),
    validUntil: titled(
      'Valido fino al',
      Type.String({ format: 'date-time', message: 'Indica fino a quando vale il preventivo' }),
    ),
    message: titled('Messaggio al cliente', MaybeLines(1000)),
  }),
  StaffOffer,
  {
    acts: [offerSent],
    status: 201,
    summary:
      'Withdraws the previous offer, and mails the new one to the customer in the language of the lead',
  },
)
export type OfferForm = Static<typeof SendOffer.input>

export const offerWithdrawn = act('trips:offerWithdrawn', 'Preventivo ritirato')

export const WithdrawOffer = command('POST /api/admin/offers/:id/withdraw', 'operatore', ById, StaffOffer, {
  acts: [offerWithdrawn],
  summary: 'Withdraws an offer; repeating it changes nothing; 409 if the offer was accepted',
})

export const offerAccepted = event('trips:offerAccepted', about)
