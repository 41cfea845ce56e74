/** Milliseconds after which a browser has sent the click of a released pointer. */
const clickMs = 50
/** Milliseconds after which a pointer that is still down presses no button. */
const pressMs = 1000

let press: Promise<unknown> = Promise.resolve()

export function mindPress(): void {
  const onPointerDown = () => {
    press = new Promise((resolve) => {
      const signal = AbortSignal.timeout(pressMs)
      signal.addEventListener('abort', resolve)
      // A browser that begins to scroll cancels the press.
      for (const end of ['pointerup', 'pointercancel'])
        addEventListener(end, () => setTimeout(resolve, clickMs), { signal })
    })
  }
  addEventListener('pointerdown', onPointerDown, true)
}

/** Resolves when the pointer is up. A browser sends no click to a button that moved or was replaced during the press. */
export const released = (): Promise<unknown> => press
