import { Button } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { RepeatNote } from './leadFields.tsx'
import { stepsCount } from './steps.tsx'

interface StepButtonsProps {
  step: number
  /** Sentence if the request was sent before with other content; otherwise null. */
  repeat: string | null
  isSending: boolean
  onBack(): void
  onNext(): void
}

/** Buttons between the steps, which only a phone shows one at a time, and the button that sends the form. */
export function StepButtons({ step, repeat, isSending, onBack, onNext }: StepButtonsProps) {
  const { t } = useLanguage()
  const isLast = step === stepsCount - 1
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      {step > 0 && (
        <Button look="plain" onClick={onBack} className="noscript:hidden sm:hidden">
          {t('request.back')}
        </Button>
      )}
      {!isLast && !repeat && (
        <Button look="sun" data-app onClick={onNext} className="flex-1 noscript:hidden sm:hidden">
          {t('request.next')}
        </Button>
      )}
      {repeat ? (
        <RepeatNote text={repeat} isSending={isSending} />
      ) : (
        <Button
          type="submit"
          look="sun"
          disabled={isSending}
          className={`flex-1 ${isLast ? '' : 'max-sm:hidden noscript:inline-flex!'}`}
        >
          {t(isSending ? 'request.sending' : 'request.send')}
        </Button>
      )}
    </div>
  )
}
