import { Button } from '../../../ui/Button.tsx'
import { chime, setSound, useSound } from './sound.ts'

export function SoundSwitch() {
  const isOn = useSound()
  return (
    <Button
      look="plain"
      role="switch"
      aria-checked={isOn}
      onClick={() => {
        setSound(!isOn)
        if (!isOn) chime()
      }}
    >
      Suono: {isOn ? 'acceso' : 'spento'}
    </Button>
  )
}
