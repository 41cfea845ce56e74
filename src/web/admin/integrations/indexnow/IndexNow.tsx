import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type IndexNowSubmission,
  ListIndexNowSubmissions,
  ReadIndexNowKey,
  SubmitImportantPages,
} from '../../../../modules/integrations/indexnow/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { renew, useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { showDateTime } from '../../kit/format.ts'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { List } from '../../kit/ListScreen.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { IndexNowKey } from './IndexNowKey.tsx'
import { IndexNowState } from './IndexNowState.tsx'

const shownSubmissions = 10
const urlCharsMax = 60

export default function IndexNow() {
  const key = useQueryCall(ReadIndexNowKey, {})
  const client = useQueryClient()
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
            {({ apiKey }) => <IndexNowKey apiKey={apiKey} />}
          </Answer>
        </section>
        <section aria-labelledby="invio" className="grid justify-items-start gap-3">
          <h2 id="invio" className="text-lg">
            Invio
          </h2>
          <IndexNowState />
          <Button look="sea" aria-busy={submit.isPending} onClick={() => submit.mutate({})}>
            Invia pagine importanti
          </Button>
          {jobId !== null && (
            <div className="w-full">
              <JobProgress
                key={jobId}
                jobId={jobId}
                title="Invio a IndexNow"
                onEnd={() => void renew(client, [ListIndexNowSubmissions.http])}
              />
            </div>
          )}
        </section>
        <section aria-labelledby="storico">
          <h2 id="storico" className="mb-3 text-lg">
            Ultimi invii
          </h2>
          <List
            caption="Ultimi invii a IndexNow"
            query={ListIndexNowSubmissions}
            isWhole
            input={{ limit: shownSubmissions }}
            columns={columns}
            empty="Nessun invio finora: con una chiave, il primo parte quando cambia una pagina"
          />
        </section>
      </div>
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
