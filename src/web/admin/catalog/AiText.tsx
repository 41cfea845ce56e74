import { useState } from 'react'
import { type FieldValues, type Path, type PathValue, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { FieldType } from '../../../modules/content/contract.prompts.ts'
import { ListPrompts } from '../../../modules/content/contract.prompts.ts'
import type { Job } from '../../../modules/integrations/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { useAsk } from '../kit/api.ts'
import { FormArea } from '../kit/Form.tsx'
import { JobProgress } from '../kit/JobProgress.tsx'
import type { ContractForm } from '../kit/useContractForm.ts'

interface AiTextProps<T extends FieldValues> {
  form: ContractForm<T>
  name: Path<T>
  label: string
  /** Which stored prompts are for this text. */
  fieldType: FieldType
  /** What is missing before a text can be asked for, as a sentence; empty when nothing is. */
  missing: string
  /** Asks for the text and answers the job to follow; null when it was refused, which the toast has said. */
  generate: (promptId: number) => Promise<number | null>
}

/**
 * A text that a stored prompt may write. What comes back is a draft beside the field: staff read it and take it, or
 * not; what they have written is never overwritten unseen.
 */
export function AiText<T extends FieldValues>(props: AiTextProps<T>) {
  const { form, name, label, fieldType, missing, generate } = props
  const prompts = useAsk(ListPrompts, { fieldType, isActive: true, page: 1, limit: 100 })
  const [promptId, setPromptId] = useState('')
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [jobId, setJobId] = useState<number | null>(null)
  const [draft, setDraft] = useState('')
  const current: unknown = useWatch({ control: form.rhf.control, name })
  const text = typeof current === 'string' ? current : ''

  async function ask(): Promise<void> {
    const reason = missing || (promptId === '' ? 'Prompt AI richiesto' : '')
    setProblem(reason)
    if (reason) return
    setAsking(true)
    setJobId(null)
    setDraft('')
    setJobId(await generate(Number(promptId)))
    setAsking(false)
  }

  function take(value: string): void {
    form.rhf.setValue(name, value as PathValue<T, Path<T>>, { shouldDirty: true, shouldValidate: true })
    setDraft('')
    setJobId(null)
  }

  const choices = prompts.data?.items ?? []
  return (
    <section aria-label={`${label} con AI`} className="grid gap-3">
      <FormArea
        form={form}
        name={name}
        label={label}
        rows={6}
        hint="Markdown; compare sulla pagina pubblica."
      />
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={`Prompt per ${label.toLowerCase()}`}
          aria-required
          className="min-w-60 flex-1 sm:max-w-sm"
          error={problem || undefined}
          value={promptId}
          onChange={({ target }) => {
            setPromptId(target.value)
            setProblem('')
          }}
        >
          <option value="">Scegli un prompt</option>
          {choices.map(({ id, name: promptName, provider }) => (
            <option key={id} value={id}>
              {promptName} ({provider === 'openai' ? 'ChatGPT' : 'Claude'})
            </option>
          ))}
        </SelectField>
        <Button look="plain" disabled={isAsking} aria-busy={isAsking} onClick={() => void ask()}>
          Genera con AI<span className="sr-only">: {label}</span>
        </Button>
      </div>
      {prompts.data && choices.length === 0 && (
        <p className="text-ink-soft text-sm">
          Nessun prompt attivo per questo testo:{' '}
          <Link to="/admin/ai/chatgpt/" className="text-sea-deep underline">
            aggiungine uno
          </Link>
          .
        </p>
      )}
      {jobId !== null && !draft && (
        <JobProgress key={jobId} jobId={jobId} title={label} onEnd={(job) => setDraft(textOf(job))} />
      )}
      {draft && (
        <article
          aria-label={`Bozza: ${label}`}
          className="grid gap-3 rounded-card border border-sea/40 bg-sea-pale p-4"
        >
          <h2 className="font-semibold">Bozza da accettare</h2>
          <p className="max-h-80 overflow-y-auto whitespace-pre-line">{draft}</p>
          <div className="flex flex-wrap gap-2">
            <Button look="sea" onClick={() => take(draft)}>
              {text ? 'Sostituisci il testo' : 'Usa questo testo'}
            </Button>
            {text && (
              <Button look="plain" onClick={() => take(`${text}\n\n${draft}`)}>
                Aggiungi in fondo
              </Button>
            )}
            <Button look="plain" onClick={() => setDraft('')}>
              Scarta
            </Button>
          </div>
        </article>
      )}
    </section>
  )
}

function textOf({ result }: Job): string {
  if (!result || typeof result !== 'object' || !('text' in result)) return ''
  return typeof result.text === 'string' ? result.text : ''
}
