/** The answer of a call that is refused, as the client shows it. */
export async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => new Error('It was not refused'),
    (reason: unknown) => reason,
  );
  const { response } = error as { readonly response?: { readonly status: number; readonly data: unknown } };
  return response ? { status: response.status, data: response.data } : error;
}
