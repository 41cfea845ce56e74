import { messageAct } from '../../../modules/leads/requests/pastTrip.contract.ts'
import { Button } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'

/** Offers to send a request whose day or time has passed as a message, with everything that was typed. */
export function PastNote({ isSending }: { isSending: boolean }) {
  const { t } = useLanguage()
  return (
    <div role="status" className="mt-3 rounded-field border border-sea bg-card p-3.5">
      <p>{t('request.past')}</p>
      <Button
        type="submit"
        name="azione"
        value={messageAct}
        look="plain"
        disabled={isSending}
        className="mt-3 w-full"
      >
        {t('request.sendMessage')}
      </Button>
    </div>
  )
}
