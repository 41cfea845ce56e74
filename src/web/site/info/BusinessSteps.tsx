import type { Operator } from '../../../modules/settings/company/contract.ts'
import { waitingIncluded } from '../../../modules/settings/company/sentences.contract.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Section } from '../parts/Section.tsx'

export function BusinessSteps({ operator }: { operator: Operator }) {
  const { t, path } = useLanguage()
  const waiting = waitingIncluded(t, operator)
  const steps = [
    [t('business.write'), t('business.writeText')],
    [t('business.propose'), t('business.proposeText')],
    [t('business.agree'), t('business.agreeText')],
    [t('business.travel'), t('business.travelText', { waiting })],
  ]
  return (
    <Section
      title={t('business.steps')}
      aside={
        <ButtonLink href={path('/contatti/')} look="sea">
          {t('business.talk')}
        </ButtonLink>
      }
    >
      <ol className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(([name, text], index) => (
          <li key={name} className="border-line border-t pt-5">
            <span aria-hidden="true" className="font-serif text-4xl text-sea">
              {index + 1}
            </span>
            <h3 className="mt-2 text-xl">{name}</h3>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
