import { Link } from "wouter";
import { TextPage } from "@/ui/TextPage";

export default function Report() {
  return (
    <TextPage title="Report Issue" lead="Found something broken or wrong? Here is where to say so.">
      <h2>Where</h2>
      <p>
        A page that fails or a server that is slow: tell whoever runs this server. A fault that
        every Mitai server has: open an issue in the program’s source repository. This page sends
        nothing by itself.
      </p>
      <h2>What to write</h2>
      <ul>
        <li>The address of the page.</li>
        <li>What you did, what you expected, what happened.</li>
        <li>Your browser, and whether it happens again after a reload.</li>
      </ul>
      <h2>A wrong fact</h2>
      <p>
        Give the title and the number at fault, and where the right one can be read. Facts are taken
        from public databases, so the best place to correct one is often there.
      </p>
      <h2>A security problem</h2>
      <p>
        Please do not open a public issue. Tell whoever runs the server in private first. For ideas
        there is the <Link href="/feedback">feedback page</Link>.
      </p>
    </TextPage>
  );
}
