import { useState } from 'react'
import {
  differenceText,
  GenerateSitemap,
  ReadSitemapState,
  type SitemapBuild,
} from '../../../../modules/content/sitemap/contract.ts'
import type { Job } from '../../../../modules/operations/jobs/contract.ts'
import { call } from '../../../client.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.ts'
import { sentenceOf, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { Answer } from '../../kit/States.tsx'

export function Sitemap() {
  const [isPending, setPending] = useState(false)
  const [jobId, setJobId] = useState<number | null>(null)
  const [built, setBuilt] = useState<SitemapBuild | null>(null)

  async function generate(): Promise<void> {
    setPending(true)
    setBuilt(null)
    try {
      setJobId((await call<typeof GenerateSitemap>(GenerateSitemap.http, {})).jobId)
    } catch (error) {
      setPending(false)
      showFailure(sentenceOf(error))
    }
  }

  function end({ status, result, error = '' }: Job): void {
    setPending(false)
    if (status === 'failed') showFailure(error)
    if (status !== 'completed' || !result) return
    const outcome = result as SitemapBuild
    setBuilt(outcome)
    toast({ title: 'Sitemap generata con successo', text: `${showNumber(outcome.urlCount)} indirizzi` })
  }

  return (
    <section className="grid justify-items-start gap-3">
      <h2 className="text-lg">Sitemap</h2>
      <StoredSitemap />
      <div className="flex flex-wrap gap-2">
        <Button look="sea" aria-busy={isPending} disabled={isPending} onClick={() => void generate()}>
          Genera sitemap
        </Button>
        <ButtonLink look="plain" href="/sitemap.xml" target="_blank" rel="noreferrer">
          Apri /sitemap.xml
        </ButtonLink>
      </div>
      {jobId !== null && (
        <div className="w-full">
          <JobProgress key={jobId} jobId={jobId} title="Costruzione della sitemap" onEnd={end} />
        </div>
      )}
      {built && <Outcome {...built} />}
      <p className="text-ink-soft">
        In Google Search Console apri “Sitemap” e inserisci l’indirizzo completo di /sitemap.xml; robots.txt
        lo indica già a tutti i motori.
      </p>
    </section>
  )
}

const showFailure = (reason: string) =>
  toast({
    title: 'Errore generazione sitemap',
    text: `Impossibile generare la sitemap. ${reason}`,
    tone: 'destructive',
  })

function Outcome({ urlCount, ...difference }: SitemapBuild) {
  return (
    <p role="status">
      Sitemap generata: <strong className="figures">{showNumber(urlCount)}</strong> indirizzi in{' '}
      <a href="/sitemap.xml" className="text-sea-deep underline">
        /sitemap.xml
      </a>
      . {differenceText(difference)}.
    </p>
  )
}

/** Shows when the worker built the files that search engines get, and their last change. */
function StoredSitemap() {
  const state = useQueryCall(ReadSitemapState, {})
  return (
    <Answer of={state} rows={1}>
      {({ stored, error }) => (
        <div className="grid gap-1">
          {stored ? (
            <p>
              <Badge tone={error ? 'warn' : 'ok'}>{error ? 'Non aggiornata' : 'Aggiornata'}</Badge>{' '}
              {countOf(stored.urlCount, ['indirizzo', 'indirizzi'])} in{' '}
              {countOf(stored.files, ['file', 'file'])}, costruita il {showDateTime(stored.builtAt)}. Ultimo
              cambiamento il {showDateTime(stored.changedAt)}: {differenceText(stored)}.
            </p>
          ) : (
            <p>
              <Badge tone="info">In arrivo</Badge> La prima non è ancora costruita: intanto /sitemap.xml si
              forma a ogni richiesta.
            </p>
          )}
          {error && (
            <p role="alert" className="text-brick">
              L’ultima costruzione non è riuscita, e si riprova ogni minuto: {error}
            </p>
          )}
        </div>
      )}
    </Answer>
  )
}
