import { clockOf } from '../../../../kernel/romanDay.ts'
import { eventNames } from '../../../../modules/trips/driving/order.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ownTaps, type Phone, removeTap } from './phone.ts'

/** Shows the reports that the server refused. Each report stays until the driver presses its button. */
export function Refusals({ phone }: { phone: Phone }) {
  return ownTaps(phone).map(({ key, tripId, event, at, refusal }) => {
    if (refusal === null) return null
    const trip = phone.trips.find(({ id }) => id === tripId)
    return (
      <div key={key} role="alert" className="mb-3 rounded-card border border-brick bg-brick-pale p-4">
        <p className="font-semibold">
          «{eventNames[event]}» delle {clockOf(new Date(at))} non è stato registrato
        </p>
        <p>{refusal}</p>
        {trip && (
          <p className="text-ink-soft">
            <Arrowed text={`${trip.from} → ${trip.to}`} />
          </p>
        )}
        <Button look="plain" className="mt-3 min-h-13" onClick={() => removeTap(key)}>
          Ho capito
        </Button>
      </div>
    )
  })
}
