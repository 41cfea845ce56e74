import { useState } from 'react'
import {
  type IndexNowSubmission,
  ListIndexNowSubmissions,
  ReadIndexNowKey,
  ReadIndexNowState,
  RetryIndexNow,
  SetIndexNowKey,
  SubmitImportantPages,
} from '../../../../modules/integrations/indexnow/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { showDateTime, showNumber } from '../../kit/format.ts'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'

const shownSubmissions = 10
const urlCharsMax = 60

export default function IndexNow() {
  const key = useQueryCall(ReadIndexNowKey, {})
  const submissions = useQueryCall(ListIndexNowSubmissions, { limit: shownSubmissions })
  const [jobId, setJobId] = useState<number | null>(null)
  const submit = useCommandCall(SubmitImportantPages, {
    done: 'Pagine inviate',
    failed: 'Errore invio',
    onDone: (output) => setJobId(output.jobId),
  })
  return (
    <>
      <Title intro="Avvisa Bing, Yandex e altri motori appena una pagina cambia. Google non partecipa: per Google c’è la sitemap.">
        IndexNow
      </Title>
      <div className="grid max-w-4xl gap-8">
        <section aria-labelledby="chiave" className="grid gap-4">
          <h2 id="chiave" className="text-lg">
            Chiave
          </h2>
          <Answer of={key} rows={2}>
            {({ apiKey }) => <Key apiKey={apiKey} />}
          </Answer>
        </section>
        <section aria-labelledby="invio" className="grid justify-items-start gap-3">
          <h2 id="invio" className="text-lg">
            Invio
          </h2>
          <Automatic />
          <Button look="sea" aria-busy={submit.isPending} onClick={() => submit.mutate({})}>
            Invia pagine importanti
          </Button>
          {jobId !== null && (
            <div className="w-full">
              <JobProgress
                key={jobId}
                jobId={jobId}
                title="Invio a IndexNow"
                onEnd={() => void submissions.refetch()}
              />
            </div>
          )}
        </section>
        <section aria-labelledby="storico">
          <h2 id="storico" className="mb-3 text-lg">
            Ultimi invii
          </h2>
          <DataTable
            caption="Ultimi invii a IndexNow"
            columns={columns}
            of={submissions}
            rowId={({ id }) => id}
            empty="Nessun invio finora"
          />
        </section>
      </div>
    </>
  )
}

/** What is told by itself, what waits, and why. */
function Automatic() {
  const state = useQueryCall(ReadIndexNowState, {})
  const retry = useCommandCall(RetryIndexNow, {
    done: ({ planned }) => (planned === 1 ? '1 indirizzo in partenza' : `${planned} indirizzi in partenza`),
    failed: 'Errore invio',
    renews: [ReadIndexNowState.http, ListIndexNowSubmissions.http],
  })
  return (
    <Answer of={state} rows={1}>
      {({ hindrance, waiting, failed, reason, nextAt }) => (
        <div className="grid justify-items-start gap-2">
          <p>
            <Badge tone={hindrance ? 'warn' : 'ok'}>{hindrance ? 'Fermo' : 'Attivo'}</Badge>{' '}
            {hindrance ??
              'Le pagine che cambiano partono da sole entro 15 secondi, raccolte in un solo invio.'}
          </p>
          {waiting + failed > 0 && (
            <>
              <p>
                {waiting > 0 &&
                  `${showNumber(waiting)} in attesa${nextAt ? ` fino al ${showDateTime(nextAt)}` : ''}. `}
                {failed > 0 && `Rifiutati: ${showNumber(failed)}. `}
                {reason !== hindrance && reason}
              </p>
              <Button look="plain" aria-busy={retry.isPending} onClick={() => retry.mutate({})}>
                Invia adesso ciò che è in attesa
              </Button>
            </>
          )}
        </div>
      )}
    </Answer>
  )
}

function Key({ apiKey }: { apiKey: string | null }) {
  const [customKey, setCustomKey] = useState('')
  const [error, setError] = useState('')
  const renews = [ReadIndexNowKey.http, 'GET /api/admin/api-configurations']
  const generate = useCommandCall(SetIndexNowKey, {
    done: 'API Key generata',
    failed: 'Errore generazione API key',
    renews,
  })
  const save = useCommandCall(SetIndexNowKey, {
    done: 'API Key salvata',
    failed: 'Errore salvataggio API key',
    renews,
    onDone: () => setCustomKey(''),
  })
  function saveOwn(): void {
    const typed = customKey.trim()
    const isValid = /^[A-Za-z0-9-]{8,128}$/.test(typed)
    setError(isValid ? '' : 'Inserisci una API key valida')
    if (isValid) save.mutate({ customKey: typed })
    else toast({ title: 'API Key richiesta', text: 'Inserisci una API key valida', tone: 'destructive' })
  }
  return (
    <>
      {apiKey ? (
        <dl className="grid gap-1">
          <div>
            <dt className="inline text-ink-soft">Chiave in uso: </dt>
            <dd className="inline break-all font-medium">{apiKey}</dd>
          </div>
          <div>
            <dt className="inline text-ink-soft">File di verifica: </dt>
            <dd className="inline">
              <a href={`/${apiKey}.txt`} className="break-all text-sea-deep underline">
                /{apiKey}.txt
              </a>
            </dd>
          </div>
        </dl>
      ) : (
        <p>Nessuna chiave: generane una per iniziare.</p>
      )}
      <form
        noValidate
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          saveOwn()
        }}
      >
        <TextField
          label="Chiave personalizzata"
          hint="Da 8 a 128 caratteri esadecimali; sono ammessi anche lettere, cifre e trattini"
          className="min-w-64 flex-1"
          value={customKey}
          error={error}
          onChange={({ target }) => setCustomKey(target.value)}
          autoComplete="off"
          maxLength={128}
        />
        <div className="flex flex-wrap gap-2 pt-7">
          <Button look="sea" type="submit" aria-busy={save.isPending}>
            Salva chiave
          </Button>
          <Button look="plain" aria-busy={generate.isPending} onClick={() => generate.mutate({})}>
            Genera chiave casuale
          </Button>
        </div>
      </form>
    </>
  )
}

const types: Record<string, string> = { manual: 'Manuale', auto_blog: 'Blog', auto_route: 'Tratte' }

const columns: DataColumn<IndexNowSubmission>[] = [
  {
    id: 'url',
    header: 'Indirizzo',
    cell: ({ url }) => (
      <span title={url}>{url.length > urlCharsMax ? `${url.slice(0, urlCharsMax)}…` : url}</span>
    ),
  },
  { id: 'date', header: 'Data', cell: ({ submissionDate }) => dateText(submissionDate) },
  { id: 'type', header: 'Tipo', cell: ({ submissionType }) => types[submissionType] ?? submissionType },
  {
    id: 'status',
    header: 'Esito',
    cell: ({ status, statusCode, errorMessage }) =>
      status === 'success' ? (
        <Badge tone="ok">Riuscito {statusCode}</Badge>
      ) : (
        <span>
          <Badge tone="bad">Errore {statusCode}</Badge> {errorMessage}
        </span>
      ),
  },
]

function dateText(date: string | null): string {
  if (!date) return 'Data non disponibile'
  return Number.isNaN(Date.parse(date)) ? 'Data non valida' : showDateTime(date)
}
