import { useDeferredValue, useState } from 'react'

const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’']/g, "'").toLowerCase()

/** Filters while the visitor types: every typed word must occur in the text. Accents and case are ignored. */
export function useFilter() {
  const [text, setText] = useState('')
  const words = plain(useDeferredValue(text)).split(/\s+/).filter(Boolean)
  return {
    text,
    setText,
    fits: (...parts: string[]) => fitsAll(plain(parts.join(' ')), words),
    isOn: words.length > 0,
  }
}

const fitsAll = (text: string, words: string[]) => words.every((word) => text.includes(word))
