import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { confirmChange, type Phone, type TripChange } from './phone.ts'
import { pickupTime } from './pickupTime.ts'

/** Shows which trips the office has moved or taken away. A card stays until the driver presses its button. */
export function TripChanges({ phone }: { phone: Phone }) {
  return (
    <div role="status">
      {phone.changes.map((change) => (
        <ChangeCard key={change.tripId} change={change} />
      ))}
    </div>
  )
}

function ChangeCard({ change: { tripId, before, now } }: { change: TripChange }) {
  return (
    <div className="mb-3 rounded-card border border-ink/40 bg-sun-pale p-4">
      <p className="font-semibold">
        Viaggio delle {pickupTime(before.pickupAt)}:{' '}
        {now ? 'è cambiato' : 'non è più tra i tuoi di oggi e domani'}
      </p>
      <p className="text-ink-soft">
        <Arrowed text={`${before.from} → ${before.to}`} />
      </p>
      {now ? (
        <p className="mt-2">
          Adesso: {pickupTime(now.pickupAt)}, <Arrowed text={`${now.from} → ${now.to}`} />
        </p>
      ) : (
        <p className="mt-2">È annullato, spostato o dato a un collega. Se hai dubbi chiama l’ufficio.</p>
      )}
      <Button look="plain" className="mt-3 min-h-13" onClick={() => confirmChange(tripId)}>
        Ho capito
      </Button>
    </div>
  )
}
