import { useState } from 'react'
import { ReadTranslation, type Translation } from '../../../../modules/content/translations/contract.ts'
import { DraftTranslations } from '../../../../modules/integrations/ai/translations.contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { JobProgress } from '../../kit/JobProgress.tsx'

/** Requests an AI draft of all fields. The server stores the draft, so it appears in the fields as saved text. */
export function AiTranslation({ of: { kind, id, language } }: { of: Translation }) {
  const [jobId, setJobId] = useState<number | null>(null)
  const draft = useCommandCall(DraftTranslations, {
    done: 'Bozza richiesta all’AI',
    failed: 'Impossibile chiedere la bozza',
    renews: [ReadTranslation.http],
    onDone: (output) => setJobId(output.jobId),
  })
  return (
    <div className="mb-4 grid gap-3">
      <div>
        <Button
          look="plain"
          disabled={draft.isPending}
          aria-busy={draft.isPending}
          onClick={() => draft.mutate({ language, kind, ids: [id] })}
        >
          Chiedi una bozza all’AI
        </Button>
      </div>
      {jobId !== null && <JobProgress key={jobId} jobId={jobId} title="Bozza dell’AI" />}
    </div>
  )
}
