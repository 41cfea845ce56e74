import type { RoutePlace } from '../../../modules/catalog/book/contract.ts'
import type { Operator } from '../../../modules/settings/company/contract.ts'
import { paymentRule, promisedTime, waitingAt } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'

export function Steps({ from, operator }: { from: RoutePlace; operator: Operator }) {
  const { t } = useLanguage()
  const steps = [
    {
      name: t('steps.ask'),
      text: t('steps.askText'),
    },
    {
      name: t('steps.confirm'),
      text: t('steps.confirmText', { promise: promisedTime(t) }),
    },
    {
      name: t('steps.wait'),
      text: t('steps.waitText', { waiting: waitingAt(t, operator, from.locationType) }),
    },
    { name: t('steps.ride'), text: paymentRule(t, operator) },
  ]
  return (
    <section className="print:hidden">
      <h2 className="text-3xl">{t('steps.title')}</h2>
      <ol className="mt-6 grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {steps.map(({ name, text }, index) => (
          <li key={name} className="flex gap-4">
            <span
              aria-hidden="true"
              className="grid size-11 shrink-0 place-items-center rounded-full border border-sea font-serif text-sea
                text-xl"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="pt-1.5 text-xl">{name}</h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
