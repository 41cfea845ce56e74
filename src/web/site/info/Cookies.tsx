import { Button } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'

interface CookiesProps {
  draftKeys: string[]
  consentKey: string
  consentDays: number
  analyticsMonths: number
  visitKey: string
  languageKey: string
  visitDays: number
}

export function Cookies({
  consentKey,
  consentDays,
  draftKeys,
  languageKey,
  analyticsMonths,
  visitKey,
  visitDays,
}: CookiesProps) {
  const { t } = useLanguage()
  const rows = [
    {
      name: consentKey,
      kind: t('cookies.necessary'),
      what: t('cookies.choice'),
      life: t('cookies.days', { days: consentDays }),
    },
    {
      name: draftKeys.join(', '),
      kind: t('cookies.necessary'),
      what: t('cookies.draft'),
      life: t('cookies.draftLife'),
    },
    {
      name: languageKey,
      kind: t('cookies.necessary'),
      what: t('cookies.language'),
      life: t('cookies.languageLife'),
    },
    {
      name: visitKey,
      kind: t('cookies.visitKind'),
      what: t('cookies.visit'),
      life: t('cookies.visitLife', { days: visitDays }),
    },
    {
      name: '_ga, _ga_*',
      kind: 'Google Analytics',
      what: t('cookies.analytics', { months: analyticsMonths }),
      life: t('cookies.analyticsLife'),
    },
    {
      title: t('cookies.map'),
      kind: t('cookies.mapKind'),
      what: t('cookies.mapText', { button: t('map.show') }),
      life: t('cookies.mapLife'),
    },
    {
      title: t('cookies.marketing'),
      kind: 'Marketing',
      what: t('cookies.marketingText'),
      life: t('cookies.marketingLife'),
    },
  ]
  return (
    <>
      <p>{t('cookies.intro', { days: consentDays })}</p>
      <p>{t('cookies.uses')}</p>
      <table>
        <caption className="sr-only">{t('cookies.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('cookies.name')}</th>
            <th scope="col">{t('cookies.kind')}</th>
            <th scope="col">{t('cookies.purpose')}</th>
            <th scope="col">{t('cookies.life')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, title, kind, what, life }) => (
            <tr key={name ?? title}>
              <th scope="row" translate={name ? 'no' : undefined}>
                {name ?? title}
              </th>
              <td>{kind}</td>
              <td>{what}</td>
              <td>{life}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('cookies.withdraw')}</p>
      <Button look="ink" data-consent className="mt-4 noscript:hidden">
        {t('cookies.preferences')}
      </Button>
      <noscript>
        <p>{t('cookies.noScript')}</p>
      </noscript>
    </>
  )
}
