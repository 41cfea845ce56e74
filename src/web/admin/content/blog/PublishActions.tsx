import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import type { ArticleParts } from './useArticleDraft.ts'

export function PublishActions({ row, form, shared }: ArticleParts) {
  const { state } = row ?? { state: 'bozza' as const }
  return (
    <>
      {state !== 'pubblicato' && (
        <>
          <Button look="ink" onClick={() => form.submitWith({ isPublished: true, publishAt: null })}>
            Pubblica
          </Button>
          <Button look="plain" onClick={() => shared.setQuestion('schedule')}>
            {state === 'programmato' ? 'Cambia data' : 'Programma'}
          </Button>
        </>
      )}
      {state === 'programmato' && (
        <Button look="plain" onClick={() => form.submitWith({ isPublished: false, publishAt: null })}>
          Annulla programmazione
        </Button>
      )}
      {state === 'pubblicato' && (
        <Button look="plain" onClick={() => shared.setQuestion('withdraw')}>
          Ritira
        </Button>
      )}
    </>
  )
}

/** The dialog is rendered outside the form, because forms cannot be nested. */
export function PublishDialog({ row: article, form, shared: { question, setQuestion } }: ArticleParts) {
  if (!question) return null
  const close = () => setQuestion(null)
  const save = (publishAt: string | null) => {
    close()
    form.submitWith({ isPublished: false, publishAt })
  }
  return question === 'schedule' ? (
    <ScheduleDialog publishAt={article?.publishAt ?? null} onClose={close} onChoose={save} />
  ) : (
    <Confirm
      title={`Ritirare l’articolo «${article?.title}»?`}
      action="Ritira"
      onClose={close}
      onConfirm={() => save(null)}
    >
      Torna una bozza: i visitatori non lo trovano più, il testo resta.
    </Confirm>
  )
}
