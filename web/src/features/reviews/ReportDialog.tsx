import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { send } from "@/api/client";
import { type OwnReport, ownReviewQuery, type ReportReason, type Review } from "@/api/reviews";
import { useWrite } from "@/api/write";
import { formatDate } from "@/lib/format";
import { useToast } from "@/lib/toast";
import { useConfirmSession } from "@/lib/useConfirmSession";
import { refusalOf } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextArea } from "@/ui/Field";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { LengthHint } from "@/ui/LengthHint";

const reasons: Record<ReportReason, string> = {
  spoiler: "It contains spoilers, and is not marked",
  abuse: "It insults or threatens somebody",
  spam: "It advertises something",
  off_topic: "It is not about this title",
  other: "Something else",
};

/** The largest number of characters of a note that the server takes. */
const MAX_NOTE = 500;

interface Props {
  uid: string;
  review: Review;
  /** The reader's earlier report, which this one replaces; undefined if there is none. */
  before: OwnReport | undefined;
  onClose: () => void;
}

/** Asks why a review should not be there. */
export function ReportDialog({ uid, review, before, onClose }: Props) {
  // The earlier report may load after the form opens; values typed since then stay.
  const [chosen, setReason] = useState<ReportReason | null>(null);
  const [typed, setNote] = useState<string | null>(null);
  const reason = chosen ?? before?.reason ?? null;
  const note = typed ?? before?.note ?? "";
  const [missing, setMissing] = useState(false);
  const report = useReport(uid, review, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(reason === null);
    if (reason !== null && !report.isPending) report.mutate({ reason, note });
  };
  const problem = missing ? "Please choose a reason." : report.error && refusalOf(report.error);
  return (
    <Dialog
      title={`${before ? "Your report of" : "Report"} the review by ${review.author.name}`}
      byUser
      onClose={onClose}
    >
      <Form noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-sm text-muted">
          {before &&
            `You have reported it, on ${formatDate(before.at)}. You can change what you said. `}
          Whoever runs this server sees it, and nobody else.
        </p>
        <fieldset className="grid gap-1">
          <legend className="mb-1.5 text-sm font-medium">Why should it not be there?</legend>
          {Object.entries(reasons).map(([name, text]) => (
            <label key={name} className="flex min-h-9 items-center gap-3 text-sm">
              <input
                type="radio"
                name="reason"
                value={name}
                checked={reason === name}
                onChange={() => setReason(name as ReportReason)}
                className="size-5 shrink-0 accent-accent-fill"
              />
              {text}
            </label>
          ))}
        </fieldset>
        <TextArea
          label="What should we know? (optional)"
          rows={3}
          value={note}
          hint={<LengthHint text={note} max={MAX_NOTE} />}
          onChange={(event) => setNote(event.target.value)}
        />
        <FormMessage text={problem} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={report.isPending}>
            {before ? "Change the report" : "Report it"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function useReport(uid: string, { id, mal_id: malId }: Review, onDone: () => void) {
  const queries = useQueryClient();
  const confirm = useConfirmSession();
  const toast = useToast();
  return useWrite(
    async (body: { reason: ReportReason; note: string }) => {
      await confirm(uid);
      await send("POST", "/api/v1/reviews/{id}/report", body, { id });
      return { review: id, at: new Date().toISOString(), ...body };
    },
    (report) => {
      queries.setQueryData(ownReviewQuery(uid, malId).queryKey, (state) => {
        const others = state?.reported.filter(({ review }) => review !== id) ?? [];
        return state && { ...state, reported: [...others, report] };
      });
      toast({ message: "Thank you. Your report is kept.", about: `report ${id}` });
      onDone();
    },
  );
}
