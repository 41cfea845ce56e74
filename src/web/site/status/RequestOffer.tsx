import type { AppView } from '../../pageData.ts'
import { Button } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { formTool } from '../../ui/tools.ts'
import { Kept, still } from '../parts/still.tsx'

interface RequestOfferProps {
  /** True if the state of the request already says what the state of the offer is. */
  isStateSaid: boolean
  /** False on the page that shows a request without any act. */
  canAccept: boolean
  offer: AppView<'status'>['offer']
  /** Why the server refused the customer's acceptance of the offer; empty if there was no refusal. */
  error: string
}

export const RequestOffer = import.meta.env.SSR ? still(RequestOfferPart) : Kept

function RequestOfferPart({ isStateSaid, canAccept, offer, error }: RequestOfferProps) {
  const { t } = useLanguage()
  if (!offer || offer.state === 'withdrawn' || offer.state === 'declined')
    return error ? <Refusal>{error}</Refusal> : null
  return (
    <section
      aria-labelledby="offer"
      className="mt-6 rounded-card border border-line bg-card p-5 shadow-soft print:p-4 lg:max-w-md"
    >
      <h2 id="offer" className="text-2xl">
        {t('proposal.title')}
      </h2>
      {offer.message && <p className="mt-3 wrap-anywhere whitespace-pre-line">{offer.message}</p>}
      <dl className="figures mt-3 divide-y divide-line">
        {offer.rows.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap items-baseline gap-x-3 py-2.5 print:py-1">
            <dt className="w-28 max-w-full text-ink-soft">{label}</dt>
            <dd
              className={`flex-1 basis-20 wrap-anywhere ${label === t('lead.total') ? 'font-semibold font-serif text-3xl leading-none' : 'font-medium'}`}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {error && <Refusal>{error}</Refusal>}
      {offer.stateText
        ? !isStateSaid && <p className="mt-3 font-medium">{offer.stateText}</p>
        : canAccept && <AcceptForm id={offer.id} />}
    </section>
  )
}

function AcceptForm({ id }: { id: number }) {
  const { t, rich, path } = useLanguage()
  return (
    <form {...formTool('accept_offer')} method="post" className="mt-4 grid gap-3 print:hidden">
      <input type="hidden" name="offerta" value={id} />
      <Button type="submit" name="azione" value="accetta" look="sun">
        {t('proposal.accept')}
      </Button>
      <p className="text-ink-soft text-sm">
        {rich('proposal.acceptHint', {
          link: (parts) => (
            <a href={path('/termini-condizioni/')} className="text-sea-deep underline">
              {parts}
            </a>
          ),
        })}
      </p>
    </form>
  )
}

function Refusal({ children }: { children: string }) {
  return (
    <p role="alert" className="mt-3 font-medium text-brick">
      {children}
    </p>
  )
}
