import type { Article } from '../../../../modules/content/blog/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import type { ArticleFormState } from './useArticleForm.ts'

export type PublishQuestion = 'schedule' | 'withdraw'

interface PublishActionsProps {
  state: Article['state']
  onSave: ArticleFormState['saveWith']
  onAsk: (question: PublishQuestion) => void
}

export function PublishActions({ state, onSave, onAsk }: PublishActionsProps) {
  return (
    <>
      {state !== 'pubblicato' && (
        <>
          <Button look="ink" onClick={() => onSave({ isPublished: true, publishAt: null })}>
            Pubblica
          </Button>
          <Button look="plain" onClick={() => onAsk('schedule')}>
            {state === 'programmato' ? 'Cambia data' : 'Programma'}
          </Button>
        </>
      )}
      {state === 'programmato' && (
        <Button look="plain" onClick={() => onSave({ isPublished: false, publishAt: null })}>
          Annulla programmazione
        </Button>
      )}
      {state === 'pubblicato' && (
        <Button look="plain" onClick={() => onAsk('withdraw')}>
          Ritira
        </Button>
      )}
    </>
  )
}

interface PublishDialogProps {
  question: PublishQuestion
  article: Article | null
  onSave: ArticleFormState['saveWith']
  onClose: () => void
}

/** The dialog is rendered outside the form, because forms cannot be nested. */
export function PublishDialog({ question, article, onSave, onClose }: PublishDialogProps) {
  const save = (publishAt: string | null) => {
    onClose()
    onSave({ isPublished: false, publishAt })
  }
  return question === 'schedule' ? (
    <ScheduleDialog publishAt={article?.publishAt ?? null} onClose={onClose} onChoose={save} />
  ) : (
    <Confirm
      title={`Ritirare l’articolo «${article?.title}»?`}
      action="Ritira"
      onClose={onClose}
      onConfirm={() => save(null)}
    >
      Torna una bozza: i visitatori non lo trovano più, il testo resta.
    </Confirm>
  )
}
