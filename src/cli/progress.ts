/** Shows on a terminal how far some long work is; nowhere else, so that no log or file is filled with it. */
export function showProgress(unit: string): { readonly show: (done: number) => void; readonly end: () => void } {
  const { stderr } = process;
  return {
    show: (done) => {
      if (stderr.isTTY) stderr.write(`\r${String(done)} ${unit}`);
    },
    end: () => {
      if (stderr.isTTY) stderr.write('\r\u001b[K');
    },
  };
}
