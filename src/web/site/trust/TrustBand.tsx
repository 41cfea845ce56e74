import type { Operator } from '../../../modules/settings/company/contract.ts'
import {
  insuranceWords,
  languageWords,
  licenceWords,
  paymentShort,
  phoneShort,
  refundShort,
  sinceWords,
  waitingIncluded,
} from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { Icon, type IconName } from '../parts/icons.tsx'

/** Band with data about the operator, such as the licence, and with rules. Omits data that staff have not entered. */
export function TrustBand({ operator }: { operator: Operator }) {
  const { t } = useLanguage()
  const items: [icon: IconName, words: string][] = [
    ['shield', licenceWords(t, operator)],
    ['check', sinceWords(t, operator)],
    ['shield', insuranceWords(t, operator)],
    ['chat', languageWords(t, operator)],
    ['card', paymentShort(t, operator)],
    ['clock', waitingIncluded(t, operator)],
    ['swap', refundShort(t, operator)],
    ['phone', phoneShort(t, operator)],
  ]
  return (
    <section aria-label={t('trust.label')} className="border-line border-b bg-panel print:hidden">
      {/* One line per item on a phone, so that nothing moves when the fonts arrive. */}
      <ul className="wrap figures grid gap-1 py-3 text-sm sm:flex sm:flex-wrap sm:gap-x-7 sm:gap-y-1.5">
        {items
          .filter(([, words]) => words)
          .map(([icon, words]) => (
            <li key={words} className="flex items-start gap-1.5">
              <Icon name={icon} className="mt-0.5 size-4 text-sea" />
              {words}
            </li>
          ))}
      </ul>
    </section>
  )
}
