export { default } from '../../later/page.tsx'
