import { useLanguage } from '../../ui/language.ts'
import { Kept, type Served, stillView } from '../parts/still.tsx'
import { Cookies } from './Cookies.tsx'
import { Legal, type LegalSection } from './Legal.tsx'
import { Controller, Data, Purposes, Recipients, Retention, Rights } from './privacySections.tsx'

/** The privacy notice. The server takes the periods in the notice from the constants that the code applies. */
export const Privacy = import.meta.env.SSR ? stillView('privacy', PrivacyPart) : Kept

function PrivacyPart({ view, page: { company } }: Served<'privacy'>) {
  const { t } = useLanguage()
  const sections: LegalSection[] = [
    { id: 'titolare', title: t('privacy.controller'), body: <Controller operator={company} /> },
    { id: 'dati', title: t('privacy.data'), body: <Data tapDays={view.tapDays} /> },
    { id: 'finalita', title: t('privacy.purposes'), body: <Purposes /> },
    { id: 'conservazione', title: t('privacy.retention'), body: <Retention {...view} /> },
    { id: 'destinatari', title: t('privacy.recipients'), body: <Recipients /> },
    { id: 'diritti', title: t('privacy.rights'), body: <Rights days={view.rightsDays} /> },
    { id: 'cookie', title: t('privacy.cookies'), body: <Cookies {...view} /> },
  ]
  // The version is a month such as `2026-11`.
  const month = new Date(`${view.version}-01`).toLocaleDateString(t.locale, {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  })
  return (
    <div id="informativa">
      <Legal
        title={t('nav.privacy')}
        intro={
          <>
            <p className="mt-4 max-w-2xl text-lg">{t('privacy.intro', { company: company.companyName })}</p>
            <p className="mt-2 text-ink-soft">{t('privacy.updated', { month })}</p>
          </>
        }
        sections={sections}
      />
    </div>
  )
}
