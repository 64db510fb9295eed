import { useMutation } from "@tanstack/react-query";

/**
 * A write that a form waits for. It is sent even when the browser says it is offline (the server may
 * run on this very machine), and what was sent is not stored: it may be a password.
 */
export function useWrite<Input, Output>(
  write: (input: Input) => Promise<Output>,
  onDone: (output: Output) => void,
) {
  return useMutation({
    mutationFn: write,
    onSuccess: onDone,
    networkMode: "always",
    gcTime: 0,
  });
}
