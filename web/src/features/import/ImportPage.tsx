import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { isNotFound } from "@/api/errors";
import { type ImportApplied, type ImportPreview, importQuery } from "@/api/imports";
import { formatCount, formatMoment } from "@/lib/format";
import { dropImportDraft } from "@/lib/import-draft";
import { importPath, stageOf } from "@/lib/imports";
import { useUrlParam } from "@/lib/location";
import { Button, buttonClass } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { usePageTitle } from "@/ui/page-title";
import { Spinner } from "@/ui/Spinner";
import { Columns } from "./Columns";
import { Preview } from "./Preview";
import { Result } from "./Result";
import { Start } from "./Start";
import { formatName } from "./texts";
import { Uploads } from "./Uploads";
import { useUploads } from "./useUploads";

/** "/import" where somebody is signed in: bringing files, one import, and taking the list along. */
export function ImportPage({ uid }: { uid: string }) {
  const param = useUrlParam("id");
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const open = (preview: ImportPreview, alone: boolean) => {
    queries.setQueryData(importQuery(uid, preview.id).queryKey, preview);
    // With several files the user chooses which comes first.
    if (!alone) return;
    navigate(importPath(preview.id));
    scrollTo(0, 0);
  };
  const uploads = useUploads(uid, open);
  const id = Number(param);
  if (param === null || !Number.isSafeInteger(id) || id < 1)
    return <Start uid={uid} uploads={uploads} />;
  return <OneImport key={id} uid={uid} id={id} uploads={uploads} />;
}

interface OneProps {
  uid: string;
  id: number;
  uploads: ReturnType<typeof useUploads>;
}

function OneImport({ uid, id, uploads }: OneProps) {
  const queries = useQueryClient();
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(importQuery(uid, id));
  const [outcome, setOutcome] = useState<ImportApplied | null>(null);
  // When it was refused to look at it, to apply it or to forget it.
  const [refused, setRefused] = useState<{ isGone: boolean; at: number } | null>(null);
  const [, navigate] = useLocation();
  const isGone = refused?.isGone || isNotFound(error);
  usePageTitle(data && !isGone ? `Import of ${data.name}` : null);
  const isOpen = !isGone && (data === undefined || stageOf(data) === "open");
  // A look after the refusal has found it open: what fails later has nothing to do with that.
  if (refused && isOpen && dataUpdatedAt > refused.at) setRefused(null);
  const endedElsewhere = refused !== null && outcome === null && !isOpen;
  useEndElsewhere(endedElsewhere, uid, id);
  return (
    <div className="page py-8 sm:py-12">
      <Link
        href="/import"
        className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline-offset-4 hover:underline"
      >
        ← Import and export
      </Link>
      {isGone ? (
        <Gone moved={endedElsewhere} file={uploads.files[id]} uploads={uploads} />
      ) : data ? (
        <>
          <Head of={data} />
          {outcome || stageOf(data) !== "open" ? (
            <Result uid={uid} import={data} outcome={outcome} elsewhere={endedElsewhere} />
          ) : (
            <Preview
              uid={uid}
              opened={data}
              reading={<HowRead of={data} uploads={uploads} />}
              onApplied={(applied) => {
                setOutcome(applied);
                scrollTo(0, 0);
                void refetch();
              }}
              lookUpFailure={
                refused && error && { error, onRetry: () => refetch(), retrying: isFetching }
              }
              onRefused={(isGone) => {
                setRefused({ isGone, at: Date.now() });
                void refetch();
              }}
              onForgotten={() => {
                // Back would lead to what is not there any more
                navigate("/import", { replace: true });
                queries.removeQueries(importQuery(uid, id));
              }}
            />
          )}
        </>
      ) : error ? (
        <div className="py-6">
          <FailureNotice error={error} onRetry={() => refetch()} retrying={isFetching} />
        </div>
      ) : (
        <Spinner text="Looking through the file ..." />
      )}
    </div>
  );
}

/** Forgets what was chosen for an import that has ended elsewhere. What takes the preview's place begins above what was in sight. */
function useEndElsewhere(ended: boolean, uid: string, id: number) {
  useEffect(() => {
    if (!ended) return;
    dropImportDraft(uid, id);
    scrollTo(0, 0);
  }, [ended, uid, id]);
}

/** The files on their way, and how this one was read, if that can be otherwise. */
function HowRead({ of, uploads }: { of: ImportPreview; uploads: OneProps["uploads"] }) {
  return (
    <>
      <Uploads {...uploads} />
      {of.format === "csv" && of.csv && (
        <Columns
          csv={of.csv}
          file={uploads.files[of.id]}
          onColumns={(file, columns) => uploads.readAnew(of.id, file, columns)}
        />
      )}
    </>
  );
}

function Head({ of: { name, format, rows, created_at } }: { of: ImportPreview }) {
  return (
    <header className="mb-6 sm:mb-8">
      <h1 className="line-clamp-2 text-2xl break-all">{name}</h1>
      <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
        <span>{formatName(format)}</span>
        <span>
          {formatCount(rows)} {rows === 1 ? "row" : "rows"}
        </span>
        <span>{formatMoment(created_at)}</span>
      </p>
    </header>
  );
}

interface GoneProps {
  /** Whether this message has just replaced the preview. */
  moved: boolean;
  /** The imported file, where this page still has it. */
  file: File | undefined;
  uploads: OneProps["uploads"];
}

/** An import that was forgotten, and the way to begin anew. */
function Gone({ moved, file, uploads }: GoneProps) {
  usePageTitle("Import");
  const heading = useRef<HTMLHeadingElement>(null);
  const [, navigate] = useLocation();
  // The focus moves to the result of a pressed button.
  useEffect(() => {
    if (moved) heading.current?.focus();
  }, [moved]);
  const again = () => {
    // Back would lead to what is not there any more
    navigate("/import", { replace: true });
    if (file) uploads.add([file]);
  };
  return (
    <div className="py-6">
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        This import is not there any more
      </h1>
      <p className="mt-3 max-w-text text-muted">
        It was forgotten: in another tab, on another device, or because a day has passed since it
        was brought. It has changed nothing on your list. To look through the file, bring it again.
      </p>
      <div className="my-6 flex flex-wrap gap-3">
        {file && <Button onClick={again}>Bring it again</Button>}
        <Link href="/import" className={buttonClass(file ? "quiet" : "primary")}>
          {file ? "Bring another file" : "Bring a file"}
        </Link>
      </div>
      <Uploads {...uploads} />
    </div>
  );
}
