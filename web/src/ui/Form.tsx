import type { ComponentProps } from "react";

/**
 * A form that the app sends.
 *
 * **Invariant:** no browser sends it. Where no script runs, and before the app takes over, a browser would put
 * what was typed, a password too, into the address. Outside a dialog the method `dialog` sends nothing.
 */
export function Form(props: Omit<ComponentProps<"form">, "action" | "method">) {
  return <form {...props} method="dialog" />;
}
