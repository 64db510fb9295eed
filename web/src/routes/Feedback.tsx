import { Link } from "wouter";
import { TextPage } from "@/ui/TextPage";

export default function Feedback() {
  return (
    <TextPage title="Give Feedback" lead="Tell us what to keep, and what to change.">
      <h2>How to reach a person</h2>
      <p>
        Mitai can be run by anyone, and this page sends nothing by itself. The person to tell is
        whoever runs this server: the one who gave you its address.
      </p>
      <h2>About Mitai itself</h2>
      <p>
        Ideas for the program belong in the issue list of its source repository, where everyone can
        read, answer and vote on them.
      </p>
      <h2>What helps</h2>
      <ul>
        <li>What you wanted to do, in one sentence.</li>
        <li>What you did instead, or where you gave up.</li>
        <li>What would have made it easy.</li>
      </ul>
      <p>
        Something is broken? Then <Link href="/report">report an issue</Link>.
      </p>
    </TextPage>
  );
}
