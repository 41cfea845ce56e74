import { useState } from 'react'
import { CallError } from '../../client.ts'
import { useLanguage } from '../../ui/language.ts'
import { dismissToast, toast } from '../../ui/toast.ts'
import { type Errors, useForm, type Values } from '../../ui/useForm.ts'
import { useCompany } from '../parts/company.ts'
import { refusedFields, repeatOf } from './lead.ts'

interface LeadFormOptions<Sent> {
  check(values: Values): Errors
  send(values: Values): Promise<Sent>
  onSent(sent: Sent): void
  failure: { title: string; text: string }
  /** Fields at which the form shows errors. */
  fields: readonly string[]
  /** Errors of a form sent without JavaScript: `''` concerns no field, `key` a request that was sent before. */
  refused?: Errors
  /** Called with the name of the first refused field, before the field gets the focus. */
  onRefused?(name: string): void
}

/** Shows errors at the refused fields. Any other failure shows a note and a toast with the phone number. */
export function useLeadForm<Sent>(options: LeadFormOptions<Sent>) {
  const { check, send, onSent, failure, fields, refused = {}, onRefused } = options
  const { t } = useLanguage()
  const { phone } = useCompany()
  const saying = (messages: string[]) => `${failure.title}. ${messages.join(' ')}`
  // The error that concerns no field is a sentence that needs no title.
  const [failed, setFailed] = useState<string | null>(() => {
    const { '': whole, key: _, ...others } = refused
    const unshown = Object.keys(others).filter((name) => !fields.includes(name))
    return whole ?? (unshown.length > 0 ? saying(unshown.map((name) => others[name] ?? '')) : null)
  })
  /** Sentence if the server has a request of this draft with other content; otherwise null. */
  const [repeat, setRepeat] = useState<string | null>(refused.key ?? null)

  const form = useForm({
    refused,
    check,
    onRefused,
    async send(values) {
      setFailed(null)
      // A new request has a key of its own, which every further attempt must keep.
      if (values.azione === 'nuova') setRepeat(null)
      // Removes the message about the last failed attempt, which would cover the outcome of this attempt.
      dismissToast()
      let sent: Sent
      try {
        sent = await send(values)
      } catch (error) {
        const refused = refusedFields(error)
        if (refused) return refused
        const known = repeatOf(error)
        if (known) {
          setRepeat(known)
          return {}
        }
        // Shows the server's message for these statuses only, because other messages do not help the visitor.
        const detail =
          error instanceof CallError &&
          [409, 422, 429, 503, 504].includes(error.status) &&
          error.problem.detail
        // `call` throws another error if no response arrives.
        const text = error instanceof CallError ? failure.text : t('request.noConnection')
        setFailed(`${failure.title}.`)
        toast({
          tone: 'destructive',
          title: failure.title,
          text: `${detail || text} ${t('request.failedPhone', { phone })}`,
        })
        return {}
      }
      setRepeat(null)
      onSent(sent)
      return {}
    },
  })
  return { ...form, failed: form.unshown.length > 0 ? saying(form.unshown) : failed, repeat }
}
