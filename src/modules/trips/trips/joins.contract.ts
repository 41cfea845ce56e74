import { Type } from '@sinclair/typebox'
import { Id, titled } from '../../../kernel/field.ts'
import { act, command } from '../../../kernel/message.ts'
import { LeadKind } from '../../leads/lead/contract.ts'
import { DispatchedTrip } from './contract.ts'

/** Maximum minutes that the first passengers of a shared ride wait for the last passengers. */
export const waitMinutesMax = 45

export const tripsJoined = act('trips:tripsJoined', 'Viaggi uniti', { fields: { joined: 'Viaggi uniti' } })

export const JoinTrips = command(
  'POST /api/admin/trips/:id/join',
  'operatore',
  Type.Object({
    id: Id,
    /** Trips whose rides move into this trip. The command deletes these trips. */
    tripIds: titled(
      'Viaggi',
      Type.Array(Id, {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        message: 'Scegli i viaggi da unire',
      }),
    ),
  }),
  DispatchedTrip,
  {
    acts: [tripsJoined],
    summary: '409 if the trips differ too much, or the sum of the parties does not fit the vehicle',
  },
)

export const tripSplit = act('trips:tripSplit', 'Viaggi divisi', { fields: { split: 'Viaggio diviso' } })

export const SplitTrip = command(
  'POST /api/admin/trips/:id/split',
  'operatore',
  Type.Object({
    id: Id,
    parties: titled(
      'Richieste',
      Type.Optional(
        Type.Array(
          Type.Object({ leadKind: titled('Tipo di richiesta', LeadKind), leadId: titled('Richiesta', Id) }),
          {
            maxItems: 20,
            message: 'Scegli chi lascia il viaggio',
          },
        ),
      ),
    ),
    /** Ids of rides in `added` of the trip. */
    addedIds: titled(
      'Viaggi',
      Type.Optional(Type.Array(Id, { maxItems: 20, message: 'Scegli chi lascia il viaggio' })),
    ),
  }),
  DispatchedTrip,
  { acts: [tripSplit], summary: 'Moves rides into a new, unassigned trip, which is the response' },
)
