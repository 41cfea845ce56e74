import { ReadSystemStatus, type Tile } from '../../../../modules/operations/status/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copyText.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showDateTime } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { Failures } from '../dashboard/Failures.tsx'
import { PeriodicTasks } from '../periodic/PeriodicTasks.tsx'

const tones = { ok: 'ok', attenzione: 'warn', errore: 'bad', 'non verificabile': 'quiet' } as const
const order = ['errore', 'attenzione', 'non verificabile', 'ok']

export default function SystemStatus() {
  const status = useQueryCall(ReadSystemStatus, {})
  const copy = (tiles: Tile[]) =>
    copyText(
      tiles.map(({ name, state, text, repair }) => `${name}: ${state}. ${text} ${repair}`.trim()).join('\n'),
    )
  return (
    <>
      <Title
        intro="Ciò che deve funzionare, controllato adesso."
        actions={
          <>
            <Button look="plain" onClick={() => void copy(status.data?.tiles ?? [])}>
              Copia il rapporto
            </Button>
            <Button look="sea" aria-busy={status.isFetching} onClick={() => void status.refetch()}>
              Controlla di nuovo
            </Button>
          </>
        }
      >
        Stato del Sistema
      </Title>
      <Answer of={status}>
        {({ tiles, checkedAt }) => (
          <>
            <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {[...tiles]
                .sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
                .map(({ name, state, text, repair }) => (
                  <li key={name} className="rounded-card border border-line p-4">
                    <h2 className="flex items-center justify-between gap-2 font-semibold">
                      {name} <Badge tone={tones[state]}>{state}</Badge>
                    </h2>
                    <p className="mt-1">{text}</p>
                    {repair && <p className="mt-1 text-ink-soft">{repair}</p>}
                  </li>
                ))}
            </ul>
            <p className="mt-4 text-ink-soft text-sm">Controllato: {showDateTime(checkedAt)}</p>
          </>
        )}
      </Answer>
      <Failures />
      <PeriodicTasks />
    </>
  )
}
