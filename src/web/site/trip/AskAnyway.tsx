import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Icon, WhatsAppIcon } from '../parts/icons.tsx'
import { RequestButton } from './RequestButton.tsx'
import { useWhatsAppMessage } from './useWhatsAppMessage.ts'

/** Ways to ask for a trip outside the served area. The message and the form contain what the visitor typed. */
export function AskAnyway() {
  const { t } = useLanguage()
  const { tel, whatsApp } = useCompany()
  const message = whatsApp(useWhatsAppMessage())
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {tel && (
        <ButtonLink href={tel} look="plain" className="flex-1 max-sm:px-2">
          <Icon name="phone" />
          {t('bar.call')}
        </ButtonLink>
      )}
      {message && (
        <ButtonLink href={message} look="plain" rel="noopener" className="flex-1 max-sm:px-2">
          <WhatsAppIcon className="size-5 text-leaf" />
          WhatsApp
        </ButtonLink>
      )}
      <RequestButton source="senza-prezzo" look="plain" className="flex-1 basis-full">
        {t('fare.ask')}
      </RequestButton>
    </div>
  )
}
