import { brandOf } from './brand.ts'
import { useCompany } from './company.ts'

/** Maximum characters of a short name. A longer name gets smaller letters and a third line in the header. */
const shortMax = 20

/** Shows the company's name without its legal form. A long name is cut unless `isWhole` is set. */
export function Logo({ isWhole = false }: { isWhole?: boolean }) {
  const brand = brandOf(useCompany().companyName)
  const words = brand.split(' ')
  const last = words.length > 1 ? words.pop() : ''
  const isLong = brand.length > shortMax
  const cut = isLong ? 'line-clamp-3 text-[0.8125rem] sm:text-lg' : 'line-clamp-2 text-lg sm:text-xl'
  const look = isWhole
    ? 'text-lg leading-tight sm:text-xl'
    : `max-w-44 leading-[0.95] tracking-tight @max-[22rem]:sr-only sm:max-w-72 ${cut}`
  return (
    <span className="flex items-center gap-2 sm:gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-9 shrink-0">
        <rect width="32" height="32" rx="9" className="fill-band" />
        <path
          d="M6.5 9.5c6-1 10.5 1 13.5 5 2 3 3 6 3 10.5-2 0-3-1-4-3-2-5-6.5-8-12.5-8.5Z"
          className="fill-sea stroke-stone"
          strokeWidth="1.2"
          strokeLinejoin="round"
        />
        <path
          d="M9 10.5C14 3 24 8 22 21"
          className="fill-none stroke-sun"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
        <circle cx="9" cy="10.5" r="2.2" className="fill-sun" />
        <circle cx="22" cy="21.5" r="2.2" className="fill-sun" />
      </svg>
      <span className={`font-serif ${look}`}>
        {words.join(' ')} {last && <span className={`text-sea ${isLong ? '' : 'max-sm:block'}`}>{last}</span>}
      </span>
    </span>
  )
}
