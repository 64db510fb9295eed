import type { ComponentProps } from "react";

/**
 * A form that the app sends.
 *
 * **Invariant:** the browser itself never submits it. Without scripts, and before the app runs, it would put
 * typed values, also passwords, into the address. Outside a dialog the method `dialog` sends nothing.
 */
export function Form(props: Omit<ComponentProps<"form">, "action" | "method">) {
  return <form {...props} method="dialog" />;
}
