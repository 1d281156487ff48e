/** Lines of `Name=value` as `timedatectl show` and `systemctl show` print them. */
export const propertiesOf = (text: string): Record<string, string | undefined> =>
  Object.fromEntries(
    text
      .split('\n')
      .flatMap((line) =>
        line.includes('=') ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [],
      ),
  )
