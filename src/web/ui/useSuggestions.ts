import { useEffect, useEffectEvent, useState } from 'react'

export interface Option {
  id: number
  name: string
  /** Small text next to the name. */
  note?: string
}

const typingPauseMs = 150

/** Returns the options; null while they load, an empty array after a failed HTTP request. */
export function useSuggestions(
  text: string,
  isWanted: boolean,
  load: (text: string, signal: AbortSignal) => Promise<Option[]>,
): Option[] | null {
  const [found, setFound] = useState<{ text: string; options: Option[] } | null>(null)
  const fetchOptions = useEffectEvent(load)

  useEffect(() => {
    if (!isWanted) return
    const stop = new AbortController()
    const show = (options: Option[]) => {
      if (!stop.signal.aborted) setFound({ text, options })
    }
    const timer = setTimeout(() => {
      fetchOptions(text, stop.signal).then(show, () => show([]))
    }, typingPauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, isWanted])

  return found?.text === text ? found.options : null
}
