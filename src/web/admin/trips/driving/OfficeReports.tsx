import { useState } from 'react'
import { claimedTime } from '../../../../kernel/claimedTime.ts'
import { ReportForDriver } from '../../../../modules/trips/driving/contract.ts'
import { asksKm, eventNames, nextEvents } from '../../../../modules/trips/driving/order.contract.ts'
import type { DriverEventName, Trip } from '../../../../modules/trips/trips/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { laterPart } from '../../kit/laterPart.tsx'
import { TripEvents } from '../trips/TripEvents.tsx'
import { tripAnswers } from '../trips/useDispatch.ts'

const KmDialog = laterPart(async () => (await import('./KmDialog.tsx')).KmDialog)

/** Shows the driver's reports, and buttons with which staff send reports for the driver. */
export function OfficeReports({ trip }: { trip: Trip }) {
  const [asked, setAsked] = useState<DriverEventName | null>(null)
  const report = useCommandCall(ReportForDriver, {
    done: ({ state }) => `Registrato: ${eventNames[state as DriverEventName]}`,
    failed: 'Impossibile registrare',
    renews: tripAnswers,
  })
  const reportOf = (event: DriverEventName, km: number | null) => ({
    id: trip.id,
    event,
    at: claimedTime(new Date()),
    key: crypto.randomUUID(),
    km,
  })
  const next = nextEvents(trip.state)
  return (
    <>
      <TripEvents events={trip.events} />
      {next.length > 0 && (
        <details className="mt-2 text-sm">
          <summary className="flex min-h-6 items-center pointer-coarse:min-h-(--target) cursor-pointer text-sea-deep">
            Registra per l’autista
          </summary>
          <div className="mt-2 flex flex-wrap gap-1.5">
            {next.map((event) => (
              <Button
                key={event}
                look="plain"
                className="px-3"
                disabled={report.isPending}
                onClick={() => (asksKm(event) ? setAsked(event) : report.mutate(reportOf(event, null)))}
              >
                {eventNames[event]}
              </Button>
            ))}
          </div>
        </details>
      )}
      {asked && (
        <KmDialog
          event={asked}
          least={trip.events.find(({ event }) => event === 'started')?.km ?? 0}
          onReport={async (km) => {
            await report.mutateAsync(reportOf(asked, km))
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
