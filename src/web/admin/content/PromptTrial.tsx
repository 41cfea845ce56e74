import { useState } from 'react'
import type { Prompt } from '../../../modules/content/contract.prompts.ts'
import { GenerateLocationText, GenerateRouteText } from '../../../modules/integrations/contract.texts.ts'
import type { Job } from '../../../modules/integrations/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { useTell } from '../kit/api.ts'
import { JobProgress } from '../kit/JobProgress.tsx'

/** Tries a prompt with names of one's own; the text is shown and kept nowhere else. */
export function PromptTrial({ prompt, isSaved }: { prompt: Prompt; isSaved: boolean }) {
  const isRoute = prompt.fieldType === 'general'
  const [from, setFrom] = useState('Aeroporto Brindisi')
  const [to, setTo] = useState('Otranto')
  const [jobId, setJobId] = useState<number | null>(null)
  const [written, setWritten] = useState<Written>({ text: '', claims: [] })
  const asked = {
    failed: 'Impossibile generare il testo',
    onDone: (job: { jobId: number }) => setJobId(job.jobId),
  }
  const forRoute = useTell(GenerateRouteText, asked)
  const forPlace = useTell(GenerateLocationText, asked)
  const isBusy = forRoute.isPending || forPlace.isPending

  function generate(): void {
    setWritten({ text: '', claims: [] })
    setJobId(null)
    if (isRoute) forRoute.mutate({ promptId: prompt.id, departureLocation: from, destinationLocation: to })
    else forPlace.mutate({ promptId: prompt.id, locationName: to })
  }

  return (
    <section aria-labelledby="prova" className="grid gap-4 rounded-card border border-line p-4 sm:p-5">
      <h2 id="prova" className="font-semibold">
        Prova
      </h2>
      {isRoute && (
        <TextField
          label="Partenza"
          aria-required
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
      )}
      <TextField
        label={isRoute ? 'Destinazione' : 'Località'}
        aria-required
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button look="ink" disabled={!isSaved || isBusy} aria-busy={isBusy} onClick={generate}>
          Genera con AI
        </Button>
        {!isSaved && <span className="text-ink-soft text-sm">Salva il prompt per provarlo.</span>}
      </div>
      {jobId !== null && (
        <JobProgress key={jobId} jobId={jobId} title="Testo" onEnd={(job) => setWritten(writtenBy(job))} />
      )}
      {written.claims.length > 0 && (
        <p className="rounded-field bg-sun-pale px-4 py-3">
          Da verificare, perché non risulta dai dati: {written.claims.join(', ')}.
        </p>
      )}
      {written.text && (
        <article aria-label="Testo generato" className="whitespace-pre-line rounded-field bg-stone p-4">
          {written.text}
        </article>
      )}
    </section>
  )
}

interface Written {
  text: string
  /** Figures that the model may have invented. */
  claims: string[]
}

function writtenBy({ result }: Job): Written {
  const { text, claims } = (result ?? {}) as Partial<Written>
  return { text: text ?? '', claims: claims ?? [] }
}
