import { type ComponentProps, useState } from "react";
import { IconButton } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { EyeIcon, EyeOffIcon } from "@/ui/late-icons";

/** A password field whose text can be shown. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type" | "inside">) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="none"
      inside={
        <IconButton
          label={`${shown ? "Hide" : "Show"} ${props.label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
        </IconButton>
      }
    />
  );
}
