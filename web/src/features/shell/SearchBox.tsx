import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useDismiss } from "@/lib/dismiss";
import { searchPath } from "@/lib/location";
import { IconButton } from "@/ui/Button";
import { CloseIcon, SearchIcon } from "@/ui/icons";

/** The suggestions, which load late. If that fails, the field searches without them. */
const Suggestions = lazy(() => import("@/ui/Suggestions").catch(() => ({ default: () => null })));

/** The text box over the bar. It exists only while it is open, so opening it again finds it empty. */
export default function SearchBox({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState("");
  const [list, setList] = useState<{ shown: boolean; active?: string | undefined }>({
    shown: false,
  });
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useDismiss(form, true, onClose);
  useEffect(() => input.current?.focus(), []);

  function open(path: string) {
    onClose();
    navigate(path);
  }

  function search(event: FormEvent) {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed !== "") open(searchPath(trimmed));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 do not know <search> yet.
    <form
      ref={form}
      role="search"
      onSubmit={search}
      className="absolute inset-0 animate-rise bg-surface"
    >
      <div className="page flex h-full items-center gap-3">
        <SearchIcon size={22} className="shrink-0 text-accent" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={list.shown}
          aria-controls={id}
          aria-activedescendant={list.active}
          enterKeyHint="search"
          aria-label="Search anime by title"
          placeholder="Search anime by title"
          value={text}
          onChange={(event) => setText(event.target.value)}
          // The server looks at no more characters.
          maxLength={100}
          autoComplete="off"
          className="h-12 min-w-0 flex-1 rounded-sm bg-transparent px-2 text-lg"
        />
        <IconButton label="Close search" onClick={onClose}>
          <CloseIcon size={20} />
        </IconButton>
      </div>
      <Suspense>
        <Suggestions
          text={text}
          id={id}
          field={input}
          onState={setList}
          onChosen={({ slug }) => open(`/anime/${slug}`)}
          onNamed={open}
          nothing="No suggestions. Press Enter to search."
          boxClass="absolute inset-x-0 top-full max-h-[calc(100dvh-var(--spacing-bar))] border-y shadow-raised"
          listClass="page py-2"
        />
      </Suspense>
    </form>
  );
}
