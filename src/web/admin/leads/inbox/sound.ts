import { useSyncExternalStore } from 'react'
import { local } from '../../../storage.ts'

const storageKey = 'adminSound'
const watchers = new Set<() => void>()

/** Returns whether the sound for new leads is on, which is the default. */
export function isSoundOn(): boolean {
  return local.text(storageKey) !== 'off'
}

export function setSound(isOn: boolean): void {
  local.keep(storageKey, isOn ? 'on' : 'off')
  for (const watcher of watchers) watcher()
}

export function useSound(): boolean {
  return useSyncExternalStore((watcher) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }, isSoundOn)
}

let audio: AudioContext | undefined

/** Plays two notes. Browsers stay silent until the user's first interaction with the page. */
export function chime(): void {
  audio ??= new AudioContext()
  void audio.resume()
  for (const [index, frequency] of [880, 1175].entries())
    note(audio, frequency, audio.currentTime + index * 0.16)
}

function note(context: AudioContext, frequency: number, at: number): void {
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(0.0001, at)
  volume.gain.exponentialRampToValueAtTime(0.2, at + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.3)
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + 0.32)
}
