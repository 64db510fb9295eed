import { ContactForm } from "@/features/contact/ContactForm";
import { usePageTitle } from "@/ui/page-title";

export default function ContactUs() {
  usePageTitle("Contact Us");
  return (
    <div className="page grid gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <header>
        <h1 className="text-3xl">Contact Us</h1>
        <p className="mt-5 max-w-md text-lg text-muted">
          A question, a correction, a title you miss? Here is a form for it.
        </p>
      </header>
      <ContactForm />
    </div>
  );
}
