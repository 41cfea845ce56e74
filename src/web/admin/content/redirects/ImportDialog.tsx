import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ListMissedPages, ListRedirects } from '../../../../modules/content/redirects/contract.ts'
import type {
  ImportedRedirect,
  ImportRedirects,
} from '../../../../modules/content/redirects/sheet.contract.ts'
import { CallError } from '../../../client.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextArea } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast.ts'
import { renew, sentenceOf } from '../../kit/api.ts'
import { countOf } from '../../kit/format.ts'
import { sendFile } from '../../kit/sendFile.ts'
import { LineFaults, TableFileField } from '../../kit/TableFile.tsx'

const send = (data: Blob, dryRun: boolean) =>
  sendFile<typeof ImportRedirects>('POST /api/admin/redirects/import', data, { dryRun })

function useImport(onDone: () => void) {
  const client = useQueryClient()
  const plan = useMutation({ mutationFn: (data: Blob) => send(data, true) })
  const load = useMutation({
    mutationFn: (data: Blob) => send(data, false),
    async onSuccess({ created, changed }) {
      toast({ title: `Reindirizzamenti importati: ${created} nuovi, ${changed} cambiati` })
      onDone()
      await renew(client, [ListRedirects.http, ListMissedPages.http])
    },
    onError: (error) =>
      toast({ title: 'Impossibile importare', text: sentenceOf(error), tone: 'destructive' }),
  })
  return { plan, load }
}

/** Shows what a file or pasted lines would change, or the errors of the lines. Staff then import all lines or none. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const { plan, load } = useImport(onClose)
  const data = () => file ?? new Blob([text], { type: 'text/plain' })
  return (
    <Dialog
      title="Importa reindirizzamenti"
      intro="Una riga per indirizzo: vecchio, nuovo e, per una pagina rimossa, il codice 410. Vale il file che scarichi con Esporta CSV, e anche un elenco senza intestazione."
      onClose={onClose}
      staysOnPressOutside={text !== ''}
    >
      <div className="grid gap-4">
        <TableFileField
          onChoose={(chosen) => {
            setFile(chosen)
            plan.reset()
            if (chosen) plan.mutate(chosen)
          }}
        />
        {!file && (
          <TextArea
            label="Oppure incolla le righe"
            aria-required
            rows={6}
            spellCheck={false}
            value={text}
            placeholder={'/index.php?page_id=12\t/prezzi/'}
            onChange={({ target }) => {
              setText(target.value)
              plan.reset()
            }}
          />
        )}
        {plan.error && <Faults error={plan.error} />}
        {plan.data && <Outcome lines={plan.data.lines} />}
        <div className="flex flex-wrap gap-2">
          {plan.data && plan.data.created + plan.data.changed > 0 ? (
            <Button look="sea" disabled={load.isPending} onClick={() => load.mutate(data())}>
              Importa {countOf(plan.data.created + plan.data.changed, ['riga', 'righe'])}
            </Button>
          ) : (
            <Button
              look="sea"
              disabled={plan.isPending || (!file && text.trim() === '')}
              onClick={() => plan.mutate(data())}
            >
              Mostra che cosa cambia
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Faults({ error }: { error: Error }) {
  const faults = error instanceof CallError ? error.problem.errors : []
  const whole = [{ path: '', message: sentenceOf(error) }]
  return (
    <div role="alert">
      <LineFaults faults={faults.length > 0 ? faults : whole} />
    </div>
  )
}

const states = { created: 'nuovo', changed: 'cambia', unchanged: 'invariato' } as const

function Outcome({ lines }: { lines: ImportedRedirect[] }) {
  const changing = lines.filter(({ state }) => state !== 'unchanged')
  const same = lines.length - changing.length
  return (
    <section aria-label="Che cosa cambia">
      <p role="status" className="mb-2 text-sm">
        {changing.length === 0 ? 'Nulla da importare. ' : ''}
        {same > 0 && `${countOf(same, ['riga è già così', 'righe sono già così'])}.`}
      </p>
      {changing.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this box
          tabIndex={0}
          aria-label="Righe che cambiano"
          className="max-h-60 overflow-y-auto rounded-field border border-line text-sm"
        >
          {changing.map(({ line, state, fromPath, toPath }) => (
            <li key={line} className="wrap-anywhere border-line border-b px-3 py-2 last:border-0">
              <Arrowed text={`${fromPath} → ${toPath ?? 'rimossa (410)'}`} />{' '}
              <span className="text-ink-soft">({states[state]})</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
