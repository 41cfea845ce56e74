import type { ReactNode } from 'react'
import type { AppView } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Icon, WhatsAppIcon } from '../parts/icons.tsx'
import { ContactForm } from '../request/ContactForm.tsx'
import { useWhatsAppMessage } from '../trip/useWhatsAppMessage.ts'
import { Hours } from './Hours.tsx'
import { InfoHero } from './InfoHero.tsx'

export function Contacts({ values, errors, isSent, code }: AppView<'contacts'>) {
  const { t } = useLanguage()
  return (
    <>
      <InfoHero eyebrow={t('nav.contacts')} title={t('contacts.title')}>
        <Cards />
      </InfoHero>
      <div className="wrap grid gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[1fr_36rem] lg:items-start">
        <Hours />
        <section className="rounded-card border border-line bg-card p-5 shadow-soft sm:p-7">
          <h2 className="text-2xl">{t('contacts.writeTitle')}</h2>
          <p className="mt-1.5 mb-5 text-ink-soft">{t('contacts.writeText')}</p>
          <ContactForm
            source="contatti"
            values={values}
            refused={Object.fromEntries(errors.map(({ path, message }) => [path, message]))}
            sentCode={isSent ? code : null}
          />
        </section>
      </div>
    </>
  )
}

function Cards() {
  const { t } = useLanguage()
  const { tel, phone, email, whatsApp } = useCompany()
  const message = useWhatsAppMessage()
  return (
    <ul className="mt-8 grid gap-4 md:grid-cols-[1fr_1fr_1.3fr] lg:grid-cols-3">
      <Card
        href={tel}
        icon={<Icon name="phone" className="size-8 text-sea" />}
        title={t('request.phone')}
        value={phone}
      >
        {t('contacts.phoneText')}
      </Card>
      <Card
        href={whatsApp(message)}
        icon={<WhatsAppIcon className="size-8 text-leaf" />}
        title="WhatsApp"
        value={t('contacts.whatsapp')}
      >
        {t('contacts.whatsappText')}
      </Card>
      <Card
        href={`mailto:${email}`}
        icon={<Icon name="mail" className="size-8 text-sea" />}
        title={t('bar.email')}
        value={email}
      >
        {t('contacts.emailText')}
      </Card>
    </ul>
  )
}

interface CardProps {
  href: string | undefined
  icon: ReactNode
  title: string
  value: string
  children: ReactNode
}

function Card({ href, icon, title, value, children }: CardProps) {
  return (
    <li className="relative rounded-card border border-line bg-stone p-5 hover:border-sea">
      {icon}
      <h2 className="mt-3 text-xl">{title}</h2>
      <a
        href={href}
        rel="noopener"
        className="mt-1 inline-flex min-h-11 max-w-full items-center font-semibold text-sea-deep underline
          underline-offset-4 wrap-anywhere after:absolute after:inset-0 after:rounded-card"
      >
        {value}
      </a>
      <p className="mt-1 text-ink-soft text-sm">{children}</p>
    </li>
  )
}
