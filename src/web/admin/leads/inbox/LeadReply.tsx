import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { copyText } from '../../../ui/copyText.ts'
import { LanguageBadge } from './LanguageBadge.tsx'

export function LeadReply({ lead: { reply, language } }: { lead: LeadDetail }) {
  return (
    <section aria-labelledby="risposta" className="rounded-field bg-stone p-3.5">
      <div className="flex items-center justify-between gap-3">
        <h3 id="risposta" className="font-semibold">
          Risposta pronta <LanguageBadge language={language} />
        </h3>
        <button
          type="button"
          onClick={() => void copyText(reply.text)}
          className="min-h-9 px-2 text-sea-deep text-sm underline"
        >
          Copia
        </button>
      </div>
      <p className="whitespace-pre-line text-sm" lang={language}>
        {reply.text}
      </p>
      {reply.italianText && (
        <details className="mt-2 border-line border-t pt-2 text-sm">
          <summary className="min-h-6 cursor-pointer text-sea-deep underline">In italiano</summary>
          <p className="mt-1 whitespace-pre-line text-ink-soft">{reply.italianText}</p>
        </details>
      )}
      {reply.offers.length > 0 && (
        <p className="mt-2 border-line border-t pt-2 text-ink-soft text-sm">
          Listino di oggi: {reply.offers.join('; ')}
        </p>
      )}
    </section>
  )
}
