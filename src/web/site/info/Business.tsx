import type { SimpleKey } from '../../../languages/translate.ts'
import type { Page } from '../../../modules/content/pages/contract.ts'
import { sinceWords } from '../../../modules/settings/company/sentences.contract.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Services } from '../home/Services.tsx'
import { Icon, type IconName } from '../parts/icons.tsx'
import { Section } from '../parts/Section.tsx'
import { Kept, stillPage } from '../parts/still.tsx'
import { TrustBand } from '../trust/TrustBand.tsx'
import { BusinessSteps } from './BusinessSteps.tsx'
import { InfoHero } from './InfoHero.tsx'

const offers: { icon: IconName; name: SimpleKey; text: SimpleKey; points: SimpleKey[] }[] = [
  {
    icon: 'percent',
    name: 'business.agreements',
    text: 'business.agreementsText',
    points: ['business.agreementsRates', 'business.agreementsContact', 'business.agreementsFor'],
  },
  {
    icon: 'people',
    name: 'business.meetings',
    text: 'business.meetingsText',
    points: ['business.meetingsSeats', 'business.meetingsArrival', 'business.meetingsChanges'],
  },
  {
    icon: 'bag',
    name: 'business.documents',
    text: 'business.documentsText',
    points: ['business.documentsPickup', 'business.documentsHand', 'business.documentsCall'],
  },
]

const economyRules = ['business.economyWait', 'business.economyAlone', 'business.economyAgree'] as const

export const Business = import.meta.env.SSR ? stillPage(BusinessPart) : Kept

function BusinessPart({ page: { company } }: { page: Page }) {
  const { t, path } = useLanguage()
  const since = sinceWords(t, company)
  return (
    <>
      <InfoHero eyebrow={t('nav.business')} title={t('business.title')}>
        <p className="mt-4 max-w-2xl text-lg">
          {since ? t('business.introSince', { since }) : t('business.intro')}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink href={path('/contatti/')} look="sun">
            {t('business.ask')}
          </ButtonLink>
        </div>
      </InfoHero>
      <TrustBand operator={company} />
      <Section title={t('business.services')}>
        <ul className="grid gap-5 lg:grid-cols-3">
          {offers.map(({ icon, name, text, points }) => (
            <li key={name} className="rounded-card border border-line bg-card p-5 sm:p-7">
              <Icon name={icon} className="size-9 text-sea" />
              <h3 className="mt-5 text-2xl">{t(name)}</h3>
              <p className="mt-2 text-ink-soft">{t(text)}</p>
              <ul className="mt-4 grid gap-2">
                {points.map((point) => (
                  <li key={point} className="flex gap-2.5">
                    <Icon name="check" className="mt-0.5 size-5 text-leaf" />
                    {t(point)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </Section>
      <Services />
      <Economy />
      <BusinessSteps operator={company} />
    </>
  )
}

function Economy() {
  const { t, path } = useLanguage()
  return (
    <Section title={t('business.economy')} ground="ink">
      <div className="grid gap-x-16 gap-y-6 lg:grid-cols-2">
        <p className="text-lg text-white/80">{t('business.economyText')}</p>
        <ul className="grid content-start gap-2.5">
          {economyRules.map((rule) => (
            <li key={rule} className="flex gap-2.5">
              <Icon name="check" className="mt-0.5 size-5 text-sun" />
              {t(rule)}
            </li>
          ))}
        </ul>
      </div>
      <ButtonLink href={path('/prezzi/')} look="night" className="mt-8">
        {t('business.economyPrices')}
      </ButtonLink>
    </Section>
  )
}
