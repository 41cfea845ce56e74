import { useState } from 'react'
import { ReadDemo, RemoveDemo } from '../../../../modules/trips/demo/contract.ts'
import { ListVehicles } from '../../../../modules/trips/fleet/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { countOf } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'

/** Counts the example vehicles, drivers and trips, and lets staff delete them. Renders nothing without examples. */
export function Examples() {
  const { may } = useRights()
  const { data } = useQueryCall(ReadDemo, {})
  const [isAsking, setAsking] = useState(false)
  const removal = useCommandCall(RemoveDemo, {
    done: 'Esempi eliminati',
    failed: 'Impossibile eliminare gli esempi',
    renews: [ReadDemo.http, ListVehicles.http],
    onDone: () => setAsking(false),
  })
  if (!data || data.vehicles + data.drivers + data.trips === 0) return null
  const words = [
    countOf(data.vehicles, ['veicolo', 'veicoli']),
    countOf(data.drivers, ['autista', 'autisti']),
    countOf(data.trips, ['viaggio', 'viaggi']),
  ].join(', ')
  return (
    <section
      aria-label="Esempi"
      className="mb-5 flex flex-wrap items-center gap-3 rounded-field bg-sea-pale p-3"
    >
      <p className="min-w-64 flex-1">
        Per cominciare ci sono degli esempi: {words}. I clienti non li vedono.
      </p>
      {may(RemoveDemo) && (
        <Button look="plain" onClick={() => setAsking(true)}>
          Elimina gli esempi
        </Button>
      )}
      {isAsking && (
        <Confirm
          title="Eliminare tutti gli esempi?"
          action="Elimina gli esempi"
          isPending={removal.isPending}
          onConfirm={() => removal.mutate({})}
          onClose={() => setAsking(false)}
        >
          {words}, con i loro fogli di servizio. Restano i veicoli e gli autisti che hai modificato o usato
          per altri viaggi.
        </Confirm>
      )}
    </section>
  )
}
