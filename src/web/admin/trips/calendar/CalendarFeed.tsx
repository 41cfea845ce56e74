import { useState } from 'react'
import { ReadCalendarFeed, RenewCalendarFeed } from '../../../../modules/trips/calendar/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copyText.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { Answer } from '../../kit/States.tsx'

/** Shows the secret URL of a calendar feed with all trips, or with the trips of one driver. */
export function CalendarFeed({ drivers }: { drivers: { id: number; name: string; isActive: boolean }[] }) {
  const [driverId, setDriverId] = useState(0)
  const whose = driverId === 0 ? {} : { driverId }
  const feed = useQueryCall(ReadCalendarFeed, whose)
  const [isAsking, setAsking] = useState(false)
  const renewal = useCommandCall(RenewCalendarFeed, {
    done: 'Indirizzo creato',
    failed: 'Impossibile creare l’indirizzo',
    renews: [ReadCalendarFeed.http],
    onDone: () => setAsking(false),
  })
  return (
    <section
      aria-labelledby="feed"
      className="mt-8 max-w-3xl rounded-card border border-line p-4 sm:p-5 print:hidden"
    >
      <h2 id="feed" className="font-semibold">
        Nel calendario del telefono
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">
        Aggiungi questo indirizzo a Google Calendar, Apple Calendario o Outlook come calendario da
        abbonamento. Chi lo conosce vede i viaggi: non condividerlo.
      </p>
      <ChoiceField
        label="Viaggi"
        isRequired
        className="mb-3 max-w-80 text-sm"
        value={driverId === 0 ? '' : String(driverId)}
        none="tutti, per te"
        choices={drivers
          .filter(({ isActive }) => isActive)
          .map(({ id, name }) => [id, `di ${name}`] as const)}
        onPick={(picked) => setDriverId(Number(picked))}
      />
      <Answer of={feed} rows={1}>
        {({ url }) =>
          url ? (
            <div className="flex flex-wrap items-center gap-2">
              <code className="min-w-0 flex-1 basis-72 break-all rounded-field bg-stone px-3 py-2 text-sm">
                {url}
              </code>
              <Button look="plain" onClick={() => copyText(url)}>
                Copia
              </Button>
              <Button look="plain" onClick={() => setAsking(true)}>
                Rinnova
              </Button>
            </div>
          ) : (
            <Button look="plain" aria-busy={renewal.isPending} onClick={() => renewal.mutate(whose)}>
              {driverId === 0 ? 'Crea il mio indirizzo' : 'Crea l’indirizzo'}
            </Button>
          )
        }
      </Answer>
      {isAsking && (
        <Confirm
          title="Rinnovare l’indirizzo del calendario?"
          action="Rinnova"
          isPending={renewal.isPending}
          onConfirm={() => renewal.mutate(whose)}
          onClose={() => setAsking(false)}
        >
          Quello di adesso smette di funzionare subito.
        </Confirm>
      )}
    </section>
  )
}
