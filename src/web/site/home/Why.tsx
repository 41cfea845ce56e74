import type { Operator } from '../../../modules/settings/company/contract.ts'
import { promisedMinutes } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Section } from '../parts/Section.tsx'

interface Reason {
  figure: string
  name: string
  text: string
}

export function Why({ operator }: { operator: Operator }) {
  const { t } = useLanguage()
  const { hours } = useCompany()
  const { isPhoneAlwaysOn, inBusinessSince } = operator
  const reasons: Reason[] = [
    ...(inBusinessSince
      ? [
          {
            figure: t('why.since', { year: String(inBusinessSince) }),
            name: t('why.inBusiness'),
            text: t('why.drivers'),
          },
        ]
      : []),
    {
      figure: t('why.minutes', { minutes: promisedMinutes }),
      name: t('why.reply'),
      text: t('why.replyText', { hours }),
    },
    isPhoneAlwaysOn
      ? {
          figure: '24/7',
          name: t('why.phone'),
          text: t('why.phoneText', { hours }),
        }
      : { figure: t('why.sevenDays'), name: t('why.serviceDays'), text: t('why.serviceText', { hours }) },
    {
      figure: '100 km',
      name: t('why.radius'),
      text: t('why.radiusText'),
    },
  ]
  return (
    <Section title={t('why.title')} ground="ink">
      <dl
        className={`grid gap-x-8 gap-y-10 ${reasons.length > 3 ? 'sm:grid-cols-2 lg:grid-cols-4' : 'md:grid-cols-3'}`}
      >
        {reasons.map(({ figure, name, text }) => (
          <div key={name} className="border-white/25 border-t pt-5">
            <dt>
              <span className="block font-serif text-5xl text-sun">{figure}</span>
              <span className="mt-2 block font-semibold text-lg">{name}</span>
            </dt>
            <dd className="mt-2 text-white/80">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
