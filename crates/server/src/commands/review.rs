//! `mitai review`

use std::sync::Arc;

use anyhow::{Context as _, bail};
use app::reviews::{ReviewFile, ReviewModeration};
use clap::{Args, Subcommand};
use domain::{
    anime_list::ScoreScale,
    clock::SystemClock,
    review::{Cases, ModerationDecision, ReviewCase, ReviewId, StoredReport, Verdict},
};

use crate::{
    config::DataLocation,
    output::{one_line, print_line, printable},
};

/// Look after what people write about titles.
#[derive(Subcommand)]
pub(crate) enum Review {
    /// List the reviews that wait behind a notice, since many readers have reported them.
    List(List),
    /// Show a review, its reports, and what was decided about it.
    Show(Show),
    /// Hide a review from everybody but its author, who reads the reason.
    Hide(Hide),
    /// Have everybody see a review; reports up to now do not count again.
    Restore(Restore),
}

/// List reviews.
#[derive(Args)]
pub(crate) struct List {
    /// Those with any report that was not decided about.
    #[arg(long, conflicts_with = "all")]
    reported: bool,
    /// All reviews.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    data: DataLocation,
}

/// Show a review.
#[derive(Args)]
pub(crate) struct Show {
    /// Name of the review, as `mitai review list` shows it and the address of its page ends.
    id: String,
    #[command(flatten)]
    data: DataLocation,
}

/// Hide a review.
#[derive(Args)]
pub(crate) struct Hide {
    /// Name of the review.
    id: String,
    /// Why. The author of the review reads it.
    #[arg(long)]
    reason: String,
    /// Who decides.
    #[arg(long, env = "USER", default_value = "operator")]
    by: String,
    #[command(flatten)]
    data: DataLocation,
}

/// Have everybody see a review.
#[derive(Args)]
pub(crate) struct Restore {
    /// Name of the review.
    id: String,
    /// Why.
    #[arg(long, default_value = "")]
    reason: String,
    /// Who decides.
    #[arg(long, env = "USER", default_value = "operator")]
    by: String,
    #[command(flatten)]
    data: DataLocation,
}

impl Review {
    /// Runs the command.
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        match self {
            Self::List(list) => list.run().await,
            Self::Show(show) => show.run().await,
            Self::Hide(Hide {
                id,
                reason,
                by,
                data,
            }) => {
                let (operator, id) = (moderation(&data).await?, named(&id)?);
                let hidden = operator.hide(&id, &reason, &by).await?;
                print_line(format_args!("{}", line(&hidden)));
                Ok(())
            }
            Self::Restore(Restore {
                id,
                reason,
                by,
                data,
            }) => {
                let (operator, id) = (moderation(&data).await?, named(&id)?);
                let restored = operator.restore(&id, &reason, &by).await?;
                print_line(format_args!("{}", line(&restored)));
                Ok(())
            }
        }
    }
}

impl List {
    async fn run(self) -> anyhow::Result<()> {
        let (which, none) = match (self.reported, self.all) {
            (_, true) => (Cases::All, "There are no reviews."),
            (true, _) => (Cases::Reported, "No review has a report to decide about."),
            _ => (Cases::Folded, "No review waits behind a notice."),
        };
        let operator = moderation(&self.data).await?;
        let mut is_first = true;
        let show = |case: &ReviewCase| {
            if std::mem::take(&mut is_first) {
                print_line(format_args!("{HEAD}"));
            }
            print_line(format_args!("{}", row(case)));
        };
        if operator.list(which, show).await? == 0 {
            print_line(format_args!("{none}"));
        }
        Ok(())
    }
}

impl Show {
    async fn run(self) -> anyhow::Result<()> {
        let (operator, id) = (moderation(&self.data).await?, named(&self.id)?);
        let Some(file) = operator.file(&id).await? else {
            let decisions = operator.decisions(&id).await?;
            if decisions.is_empty() {
                bail!("there is no review {id}");
            }
            print_line(format_args!("{id}: it is gone"));
            for it in &decisions {
                print_line(format_args!("{}", decision(it)));
            }
            return Ok(());
        };
        let ReviewFile {
            case,
            reports,
            decisions,
        } = &file;
        print_line(format_args!("{}", line(case)));
        print_line(format_args!(
            "title {} ({})",
            case.review.title().get(),
            title(case)
        ));
        print_line(format_args!("account {}", case.uid));
        print_line(format_args!("score {}", score(case)));
        print_line(format_args!("marked as a spoiler: {}", spoiler(case)));
        print_line(format_args!(
            "\n{}\n",
            printable(&case.review.text.markdown)
        ));
        for it in reports {
            print_line(format_args!("{}", report(it)));
        }
        for it in decisions {
            print_line(format_args!("{}", decision(it)));
        }
        Ok(())
    }
}

async fn moderation(data: &DataLocation) -> anyhow::Result<ReviewModeration> {
    Ok(ReviewModeration {
        store: Arc::new(data.existing_store().await?),
        clock: Arc::new(SystemClock),
    })
}

fn named(id: &str) -> anyhow::Result<ReviewId> {
    ReviewId::parse(id)
        .with_context(|| format!("{id} is no name of a review, as 16498-0k3x9wd7m2q5e"))
}

/// The heading of the columns of [`row`].
const HEAD: &str = "name                   written     state    reports  helpful  score  spoiler  author                    title";

/// Returns a review in columns. Names, which may be long, come last.
fn row(case: &ReviewCase) -> String {
    let review = &case.review;
    let (state, _) = state(case);
    format!(
        "{:<22} {:<11} {state:<8} {:>7}  {:>7}  {:>5}  {:<7}  {:<24}  {} {}",
        review.id.to_string(),
        review.created_at.strftime("%F").to_string(),
        case.reports,
        review.helpful,
        score(case),
        spoiler(case),
        author(case),
        review.title().get(),
        title(case)
    )
}

/// Returns a review in one sentence.
fn line(case: &ReviewCase) -> String {
    let review = &case.review;
    let (state, detail) = state(case);
    format!(
        "{}: by {}, written at {:.0}, helpful to {}, {} reports to decide about; {state}{detail}",
        review.id,
        author(case),
        review.created_at,
        review.helpful,
        case.reports
    )
}

/// Returns the state of a review for its readers in a word, and the words that explain it.
fn state(case: &ReviewCase) -> (&'static str, String) {
    match (&case.hidden_for, case.deleted_at) {
        (_, Some(at)) => ("deleted", format!(" by its author at {at:.0}")),
        (Some(reason), None) => ("hidden", format!(": {}", printable(reason))),
        (None, None) if case.review.is_folded => ("folded", String::new()),
        (None, None) => ("shown", String::new()),
    }
}

fn author(case: &ReviewCase) -> String {
    let author = case.author.as_ref();
    one_line(author.map_or("nobody", |author| &author.name))
}

fn title(case: &ReviewCase) -> String {
    one_line(case.title.as_deref().unwrap_or("not in the catalogue"))
}

/// Returns the author's score out of ten, or `-` if readers do not see it.
fn score(case: &ReviewCase) -> String {
    let score = case.review.standing.and_then(|it| it.score);
    score.map_or_else(
        || "-".into(),
        |score| format!("{:.1}", ScoreScale::TenDecimal.shown(score)),
    )
}

const fn spoiler(case: &ReviewCase) -> &'static str {
    if case.review.text.is_spoiler {
        "yes"
    } else {
        "no"
    }
}

fn report(report: &StoredReport) -> String {
    let settled = if report.is_settled {
        ", decided about"
    } else {
        ""
    };
    let note = match report.report.note.as_str() {
        "" => String::new(),
        note => format!(": {}", printable(note)),
    };
    format!(
        "reported at {:.0} as {} by account {}{settled}{note}",
        report.at,
        report.report.reason.as_str(),
        report.by
    )
}

fn decision(decision: &ModerationDecision) -> String {
    let verdict = match decision.verdict {
        Verdict::Hidden => "hidden",
        Verdict::Restored => "restored",
    };
    let reason = match decision.reason.as_str() {
        "" => String::new(),
        reason => format!(": {}", printable(reason)),
    };
    format!(
        "{verdict} at {:.0} by {}{reason}",
        decision.at,
        printable(&decision.by)
    )
}
