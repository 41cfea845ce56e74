import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { copyText } from '../../../ui/copyText.ts'
import { actForm } from '../../kit/ActForm.tsx'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import { FormArea, FormText } from '../../kit/Form.tsx'
import { isTyping, wayNames, waysInOrder } from '../lead/leadLabels.ts'
import { CallReply } from './CallReply.tsx'
import { LanguageBadge } from './LanguageBadge.tsx'
import { SendReply } from './SendReply.tsx'
import { type Reply, type ReplyParts, replyFields, useReply } from './useReply.ts'

/** Writes the reply to a lead. Its buttons and Ctrl Enter send, but not Enter, so its frame is a section. */
export const LeadReply = actForm<typeof replyFields, { lead: LeadDetail }, Reply>({
  asked: replyFields,
  valuesOf: () => ({ text: '', subject: '', callBackAt: '' }),
  send: (input, { shared }) => shared.send(input),
  useShared: useReply,
  Frame,
  Fields,
})

function Frame({ shared, children }: ReplyParts & { children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  useReplyKeys(section, shared)
  return (
    <section ref={section} aria-labelledby="risposta" className="grid gap-3 rounded-field bg-stone p-3.5">
      {children}
    </section>
  )
}

function Fields({ lead, form, shared: reply }: ReplyParts) {
  const { via, text, write } = reply
  const draft = reply.drafts.find(({ name }) => name === reply.draftName)
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h3 id="risposta" className="font-semibold">
          Risposta <LanguageBadge language={lead.language} />
        </h3>
        <button
          type="button"
          onClick={() => void copyText(text)}
          className="min-h-(--target) px-2 text-sea-deep text-sm underline"
        >
          Copia
        </button>
      </div>
      <Ways lead={lead} reply={reply} />
      <Templates reply={reply} />
      {via === 'email' && (
        <FormText
          form={form}
          name="subject"
          aria-required
          maxLength={150}
          onInput={({ currentTarget }) => write({ subject: currentTarget.value })}
        />
      )}
      <FormArea
        form={form}
        name="text"
        label={via === 'call' ? 'Da dire, o appunti della telefonata' : 'Testo'}
        aria-required
        rows={Math.min(14, Math.max(4, text.split('\n').length + 2))}
        maxLength={4_000}
        lang={lead.language}
        className="text-sm"
        onInput={({ currentTarget }) => write({ text: currentTarget.value })}
        onKeyDown={leaveField}
      />
      {via === 'call' ? (
        <CallReply lead={lead} form={form} shared={reply} />
      ) : (
        <SendReply lead={lead} reply={reply} />
      )}
      {draft?.italianText && (
        <details className="border-line border-t pt-2 text-sm">
          <summary className="flex min-h-6 items-center pointer-coarse:min-h-(--target) cursor-pointer text-sea-deep underline">
            In italiano
          </summary>
          <p className="mt-1 whitespace-pre-line text-ink-soft">{draft.italianText}</p>
        </details>
      )}
      {lead.reply.offers.length > 0 && (
        <p className="border-line border-t pt-2 text-ink-soft text-sm">
          Listino di oggi: {lead.reply.offers.join('; ')}
        </p>
      )}
      <Keys />
    </>
  )
}

function Ways({ lead, reply: { via, setVia } }: { lead: LeadDetail; reply: Reply }) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Mezzo</legend>
      {waysInOrder.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={via === one}
          aria-keyshortcuts={keys[one]}
          disabled={!canReach(lead, one)}
          onClick={() => setVia(one)}
          className="min-h-(--target) rounded-full border border-line bg-card px-3 text-sm hover:border-ink disabled:opacity-60 aria-pressed:border-sea aria-pressed:bg-sea aria-pressed:font-semibold aria-pressed:text-white"
        >
          {wayNames[one]}
        </button>
      ))}
    </fieldset>
  )
}

const keys = { email: 'r', whatsapp: 'w', call: 'c' } as const

function canReach({ email, links }: LeadDetail, via: keyof typeof keys): boolean {
  if (via === 'email') return email !== null
  return via === 'call' || links.whatsapp !== null
}

function Templates({ reply: { drafts, draftName, write } }: { reply: Reply }) {
  if (drafts.length < 2) return null
  return (
    <ChoiceField
      label="Modello"
      isRequired
      value={draftName}
      choices={drafts.map(({ name }) => [name, name] as const)}
      none={draftName === '' ? 'testo modificato' : undefined}
      onPick={(picked) => {
        const draft = drafts.find(({ name }) => name === picked)
        if (draft) write(draft)
      }}
    />
  )
}

function leaveField(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Escape') event.currentTarget.blur()
}

/** R, W and C choose e-mail, WhatsApp and call. Ctrl Enter presses the first button or link with `data-send`. */
function useReplyKeys(section: { current: HTMLElement | null }, { setVia }: Reply): void {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isInside = event.target instanceof Node && section.current?.contains(event.target)
    const press = () => section.current?.querySelector<HTMLElement>('[data-send]')?.click()
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter' && (isInside || !isTyping(event))) {
      event.preventDefault()
      press()
      return
    }
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const via = waysInOrder.find((one) => keys[one] === event.key)
    if (!via || section.current?.querySelector(`[aria-keyshortcuts="${event.key}"]:disabled`)) return
    event.preventDefault()
    setVia(via)
    if (via === 'call') section.current?.querySelector<HTMLElement>('a[href^="tel:"]')?.focus()
    else section.current?.querySelector('textarea')?.focus()
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const keyWords = [
  ['R', 'rispondi con un’email'],
  ['W', 'rispondi su WhatsApp'],
  ['C', 'chiama'],
  ['Ctrl Invio', 'invia e passa alla prossima'],
  ['U', 'annulla l’ultima risposta'],
  ['J, K', 'richiesta successiva, precedente'],
  ['Esc', 'esci dal campo, poi chiudi'],
] as const

function Keys() {
  return (
    <details className="border-line border-t pt-2 text-sm max-xl:hidden">
      <summary className="flex min-h-6 items-center pointer-coarse:min-h-(--target) cursor-pointer text-sea-deep underline">
        Tasti
      </summary>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
        {keyWords.map(([key, words]) => (
          <div key={key} className="contents">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
