import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Icon, WhatsAppIcon } from '../parts/icons.tsx'
import { Kept, still } from '../parts/still.tsx'

export const TooManyRequests = import.meta.env.SSR ? still(TooManyRequestsPart) : Kept
export const Unavailable = import.meta.env.SSR ? still(UnavailablePart) : Kept

function TooManyRequestsPart() {
  const { t } = useLanguage()
  return <CallInstead title={t('busy.title')} text={t('busy.text')} />
}

function UnavailablePart() {
  const { t } = useLanguage()
  return <CallInstead title={t('down.title')} text={t('api.unavailable')} />
}

function CallInstead({ title, text }: { title: string; text: string }) {
  const { t } = useLanguage()
  const { phone, tel, whatsApp } = useCompany()
  return (
    <div className="bg-sea-pale">
      <div className="wrap py-14 sm:py-24">
        <h1 className="text-4xl sm:text-6xl">{title}</h1>
        <p className="mt-4 max-w-xl text-lg">{text}</p>
        <p className="mt-3 max-w-xl text-lg">{t('busy.hurry')}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink href={tel} look="sun">
            <Icon name="phone" />
            {t('busy.call', { phone })}
          </ButtonLink>
          <ButtonLink href={whatsApp(t('whatsapp.general'))} look="plain" rel="noopener">
            <WhatsAppIcon className="size-5 text-leaf" />
            WhatsApp
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
