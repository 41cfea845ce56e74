import { useEffect, useEffectEvent, useState } from 'react'
import { isPastTrip, saysPast } from '../../../modules/leads/requests/pastTrip.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import type { Errors, Values } from '../../ui/useForm.ts'
import { wantedOf } from './requestLead.ts'
import { stepOf } from './steps.tsx'
import type { Draft } from './useDraft.ts'

interface PastDraftOptions {
  draft: Draft
  /** Returns the current time (`RequestsValue`). */
  now(): Date
  errors: Errors
  values: Values
  valuesNow(): Values
  checkOnly(isIn: (name: string) => boolean): boolean
}

const whenSteps = [stepOf('time'), stepOf('returnTime')]

/**
 * Shows, when the connection returns or the page is loaded again, that the time of a request that could not be sent has
 * passed meanwhile. Returns whether the form should offer to send it as a message: until its time is no longer past.
 */
export function usePastDraft({
  draft,
  now,
  errors,
  values,
  valuesNow,
  checkOnly,
}: PastDraftOptions): boolean {
  const { t } = useLanguage()
  const isSaid = saysPast(t, Object.values(errors))
  const [wasSaid, setWasSaid] = useState(isSaid)
  if (isSaid && !wasSaid) setWasSaid(true)
  const look = useEffectEvent(() => {
    if (draft.isTried() && isPastTrip(t, wantedOf(valuesNow()), now()))
      checkOnly((name) => whenSteps.includes(stepOf(name)))
  })
  useEffect(() => {
    look()
    const onOnline = () => look()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
  return isSaid || (wasSaid && isPastTrip(t, wantedOf(values), now()))
}
