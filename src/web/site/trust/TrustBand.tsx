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
import { useCompany } from '../company.ts'
import { Icon, type IconName } from '../icons.tsx'

/** Credentials and rules of the operator, below the first screen. Credentials that nobody entered are left out. */
export function TrustBand() {
  const company = useCompany()
  const items: [icon: IconName, words: string][] = [
    ['shield', licenceWords(company)],
    ['check', sinceWords(company)],
    ['shield', insuranceWords(company)],
    ['chat', languageWords(company)],
    ['card', paymentShort(company)],
    ['clock', waitingIncluded(company)],
    ['swap', refundShort(company)],
    ['phone', phoneShort(company)],
  ]
  return (
    <section aria-label="Chi siamo e le nostre regole" className="border-line border-b bg-panel">
      {/* A phone has no room for a line per item, so that the items flow as one text there. */}
      <ul className="wrap figures py-3 text-sm sm:flex sm:flex-wrap sm:gap-x-7 sm:gap-y-1.5">
        {items
          .filter(([, words]) => words)
          .map(([icon, words]) => (
            <li
              key={words}
              className="inline not-last:after:text-ink-soft sm:flex sm:items-start sm:gap-1.5
                max-sm:not-last:after:content-['_·_']"
            >
              <Icon name={icon} className="mt-0.5 size-4 text-sea max-sm:hidden" />
              {words}
            </li>
          ))}
      </ul>
    </section>
  )
}
