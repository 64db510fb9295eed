import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { keyNames, keys, type Shortcut, switchShortcuts, useShortcutsOn } from "./shortcuts";

const keyText = (key: string) => ({ Delete: "Del", Escape: "Esc" })[key] ?? key;

/** The list's keyboard shortcuts, and the switch that turns them off. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const on = useShortcutsOn();
  return (
    <Dialog title="Keyboard short cuts" byUser onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1.5 text-sm">
        {Object.entries(keyNames).map(([name, text]) => (
          <Key key={name} text={text} name={keyText(keys[name as Shortcut][0])} />
        ))}
        <Key text="Take back what was done last" name="Ctrl+Z" />
      </dl>
      <div className="mt-5 flex items-center gap-3 border-t border-line pt-4 text-sm">
        <Checkbox
          label="Use single keys in this browser"
          checked={on}
          onToggle={() => switchShortcuts(!on)}
        />
        <span aria-hidden="true" className="flex-1">
          Use single keys in this browser
        </span>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function Key({ text, name }: { text: string; name: string }) {
  return (
    <div className="contents">
      <dt>{text}</dt>
      <dd className="text-right">
        <kbd className="inline-block min-w-8 rounded-sm border border-line bg-raised px-2 py-0.5 text-center font-sans text-sm">
          {name}
        </kbd>
      </dd>
    </div>
  );
}
