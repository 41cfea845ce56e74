import { clockOf } from '../../../../kernel/romanDay.ts'
import { eventNames } from '../../../../modules/trips/driving/order.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ownTaps, type Phone, removeTaps } from './phone.ts'
import { pickupTime } from './pickupTime.ts'

/** Shows the reports that the server refused, one card for each trip. A card stays until the driver presses its button. */
export function Refusals({ phone }: { phone: Phone }) {
  const refused = ownTaps(phone).filter(({ refusal }) => refusal !== null)
  return [...Map.groupBy(refused, ({ tripId }) => tripId)].map(([tripId, taps]) => {
    const pickupAt = taps[0]?.pickupAt
    const trip = phone.trips.find(({ id }) => id === tripId)
    return (
      <div key={tripId} role="alert" className="mb-3 rounded-card border border-brick bg-brick-pale p-4">
        <p className="font-semibold">
          {pickupAt ? `Viaggio delle ${pickupTime(pickupAt)}` : 'Viaggio'}:{' '}
          {taps.length === 1 ? '1 non registrato' : `${taps.length} non registrati`}
        </p>
        {trip && (
          <p className="text-ink-soft">
            <Arrowed text={`${trip.from} → ${trip.to}`} />
          </p>
        )}
        <ul className="mt-2">
          {taps.map(({ key, event, at, km, refusal }, index) => (
            <li key={key}>
              <p className="font-medium">
                {clockOf(new Date(at))} «{eventNames[event]}»{km !== null && `, km ${km}`}
              </p>
              {refusal !== taps[index - 1]?.refusal && <p>{refusal}</p>}
            </li>
          ))}
        </ul>
        <p className="mt-2">
          Se il viaggio l’hai fatto tu, chiama l’ufficio: può registrarlo con questi dati.
        </p>
        <Button look="plain" className="mt-3 min-h-13" onClick={() => removeTaps(taps.map(({ key }) => key))}>
          Ho capito
        </Button>
      </div>
    )
  })
}
