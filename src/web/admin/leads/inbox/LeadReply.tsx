import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { copyText } from '../../../ui/copyText.ts'

export function LeadReply({ lead: { reply } }: { lead: LeadDetail }) {
  return (
    <section aria-labelledby="risposta" className="rounded-field bg-stone p-3.5">
      <div className="flex items-center justify-between gap-3">
        <h3 id="risposta" className="font-semibold">
          Risposta pronta
        </h3>
        <button
          type="button"
          onClick={() => void copyText(reply.text)}
          className="min-h-9 px-2 text-sea-deep text-sm underline"
        >
          Copia
        </button>
      </div>
      <p className="whitespace-pre-line text-sm">{reply.text}</p>
      {reply.offers.length > 0 && (
        <p className="mt-2 border-line border-t pt-2 text-ink-soft text-sm">
          Listino di oggi: {reply.offers.join('; ')}
        </p>
      )}
    </section>
  )
}
