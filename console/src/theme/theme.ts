/** Mantine's theme: sizes and colours come from CSS variables (theme/mantine.css); here is only what its components decide in script. */
import { createTheme } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 7 },
  fontFamily: 'var(--font)',
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: false,
})
