import { Link } from "wouter";
import type { Alert } from "@/lib/alert";
import { Button, buttonClass } from "./Button";
import { Dialog } from "./Dialog";

interface Props {
  alert: Alert;
  onClose: () => void;
}

export default function AlertDialog({ alert, onClose }: Props) {
  return (
    <Dialog title={alert.title} onClose={onClose}>
      <p>{alert.message}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant={alert.actions ? "quiet" : "primary"} onClick={onClose}>
          {alert.actions ? "Not now" : "OK"}
        </Button>
        {alert.actions?.map(({ label, href }, index) => (
          <Link
            key={href}
            href={href}
            onClick={() => {
              alert.onFollow?.();
              onClose();
            }}
            className={buttonClass(index === 0 ? "primary" : "outline")}
          >
            {label}
          </Link>
        ))}
      </div>
    </Dialog>
  );
}
