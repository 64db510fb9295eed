import { useId, useRef, useState } from "react";
import { lateCode } from "@/lib/page-code";
import { IconButton } from "@/ui/Button";
import { CloseIcon, MenuIcon } from "@/ui/icons";

const MenuPanel = lateCode(() => import("./MenuPanel"));

/** The menu of small screens, with everything that the bar has no room for. */
export function Menu() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    if (box.current?.contains(document.activeElement)) button.current?.focus();
  };

  return (
    <div ref={box} className="@min-[56rem]:hidden">
      <IconButton
        ref={button}
        label={open ? "Close menu" : "Menu"}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? <CloseIcon size={22} /> : <MenuIcon size={22} />}
      </IconButton>
      {open && <MenuPanel id={id} menu={box} onFollow={() => setOpen(false)} onDismiss={close} />}
    </div>
  );
}
