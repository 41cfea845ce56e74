import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { isTyping } from '../lead/leadLabels.ts'
import { useUndoAnswer } from './useUndoAnswer.ts'
import { type LastAnswer, setLastAnswer, useLastAnswer } from './writtenReplies.ts'

/** Milliseconds for which the bar shows an answer that the product does not send, such as a call. */
const shownMs = 10_000

/** Offers to undo the last answer for a few seconds. Later staff undo it in the thread, except a sent mail. */
export function AnswerBar() {
  const last = useLastAnswer()
  return (
    <div role="status" className="z-10 xl:sticky xl:top-0">
      {last && <Bar key={last.actId} last={last} />}
    </div>
  )
}

function Bar({ last }: { last: LastAnswer }) {
  const { label, leavesAt } = last
  const { undo, isPending } = useUndoAnswer()
  const [endsAt] = useState(() => leavesAt ?? Date.now() + shownMs)
  const seconds = useSecondsUntil(endsAt)
  const end = useEffectEvent(() => !isPending && setLastAnswer(null))
  useEffect(() => {
    if (seconds === 0) end()
  }, [seconds])
  const press = useEffectEvent(() => !isPending && undo(last))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'u' && !isTyping(event) && !event.ctrlKey && !event.metaKey && !event.altKey) press()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field bg-ink px-3.5 py-2 text-on-fill">
      <p>
        {label}
        {leavesAt === null ? ': registrata' : <span aria-hidden="true">: parte tra {seconds} s</span>}
      </p>
      <Button
        look="plain"
        aria-keyshortcuts="u"
        aria-busy={isPending}
        disabled={isPending}
        onClick={() => undo(last)}
      >
        Annulla
      </Button>
    </div>
  )
}

function useSecondsUntil(moment: number): number {
  const left = () => Math.max(0, Math.ceil((moment - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  const tick = useEffectEvent(() => setSeconds(left()))
  useEffect(() => {
    const timer = setInterval(() => tick(), 250)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
