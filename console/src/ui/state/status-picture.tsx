/** The picture of an error page: its number as if painted on a road. */
import classes from './status-picture.module.css'

/** `not_found`: a 404 with a car as its zero. `no_permission`: a 401 with a no-entry sign as its zero. */
export function StatusPicture({ of }: { of: 'not_found' | 'no_permission' }) {
  return (
    <svg className={classes['picture']} viewBox="0 0 240 96" aria-hidden="true" focusable="false">
      <path className={classes['figure']} d="M42 14L18 52h38M46 34v38" />
      {of === 'not_found' ? (
        <>
          <path className={classes['figure']} d="M206 14l-24 38h38M210 34v38" />
          <path
            className={classes['sign']}
            d={
              'M84 60v-9c0-3 2-5 5-6l10-3 9-11c2-2 4-3 7-3h16c3 0 6 1 8 4l7 10 8 3' +
              'c3 1 4 3 4 6v9c0 2-1 3-3 3H87c-2 0-3-1-3-3z'
            }
          />
          <path className={classes['glass']} d="M106 42l6-7c1-1 2-2 4-2h4v9zM125 33h6c2 0 4 1 5 3l4 6h-15z" />
          <path
            className={classes['wheel']}
            d="M99 70a7 7 0 1 0 0-14 7 7 0 0 0 0 14M143 70a7 7 0 1 0 0-14 7 7 0 0 0 0 14"
          />
        </>
      ) : (
        <>
          <path className={classes['figure']} d="M186 26l14-12v58" />
          <path className={classes['sign']} d="M121 16a27 27 0 1 0 0 54 27 27 0 0 0 0-54" />
          <path className={classes['glass']} d="M106 38h30v10h-30z" />
          <path className={classes['figure']} d="M121 74v8" />
        </>
      )}
      <path className={classes['kerb']} d="M10 84h220" />
    </svg>
  )
}
