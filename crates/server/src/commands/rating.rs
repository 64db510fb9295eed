//! `mitai rating`

use std::sync::Arc;

use app::ratings::RatingModeration;
use clap::{Args, Subcommand};
use domain::{
    clock::SystemClock,
    rating::{Hold, HoldState, Side},
};

use crate::{config::DataLocation, output::print_line};

/// Look after what people think of titles.
#[derive(Subcommand)]
pub(crate) enum Rating {
    /// Show bursts of extreme votes, which count once they are released.
    Holds(Holds),
    /// Have the votes of a burst count.
    Release(Decide),
    /// Have the votes of a burst never count.
    Drop(Decide),
    /// Count all votes anew.
    Recount(Recount),
}

/// Show bursts of extreme votes, which count once they are released.
#[derive(Args)]
pub(crate) struct Holds {
    /// Those that were decided, too.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    data: DataLocation,
}

/// Decide about a burst of votes.
#[derive(Args)]
pub(crate) struct Decide {
    /// Number of the burst, as `mitai rating holds` shows it.
    id: u32,
    #[command(flatten)]
    data: DataLocation,
}

/// Count all votes anew.
#[derive(Args)]
pub(crate) struct Recount {
    #[command(flatten)]
    data: DataLocation,
}

impl Rating {
    /// Runs the command.
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Holds(Holds { all, data }) => {
                let holds = moderation(&data).await?.holds(all).await?;
                for hold in &holds {
                    print_line(format_args!("{}", line(hold)));
                }
                if holds.is_empty() {
                    print_line(format_args!("No votes are held."));
                }
            }
            Self::Release(Decide { id, data }) => {
                let hold = moderation(&data).await?.release(id).await?;
                print_line(format_args!("{}", line(&hold)));
            }
            Self::Drop(Decide { id, data }) => {
                let hold = moderation(&data).await?.drop_votes(id).await?;
                print_line(format_args!("{}", line(&hold)));
            }
            Self::Recount(Recount { data }) => {
                let counted = moderation(&data).await?.recount().await?;
                print_line(format_args!(
                    "{} votes on {} titles were counted anew.",
                    counted.votes, counted.titles
                ));
            }
        }
        Ok(())
    }
}

async fn moderation(data: &DataLocation) -> anyhow::Result<RatingModeration> {
    Ok(RatingModeration {
        store: Arc::new(data.existing_store().await?),
        clock: Arc::new(SystemClock),
    })
}

/// A hold on one line.
fn line(hold: &Hold) -> String {
    let title = hold.title.as_deref().unwrap_or("not in the catalogue");
    let side = match hold.side {
        Side::Bottom => "lowest",
        Side::Top => "highest",
    };
    let votes = match hold.decisions.last() {
        Some(last) if last.state == HoldState::Released => match last.votes {
            Some(votes) => format!("{votes} {side} scores let go, held since"),
            None => format!("{side} scores let go, held since"),
        },
        _ => format!("{} {side} scores held since", hold.votes),
    };
    let state = match hold.decisions.last() {
        None if hold.votes == 0 => "open, with nothing to decide about".into(),
        None => "open".into(),
        Some(last) => {
            let state = match last.state {
                HoldState::Open => "open",
                HoldState::Released => "released",
                HoldState::Dropped => "dropped",
            };
            format!("{state} at {:.0}", last.at)
        }
    };
    format!(
        "{}: title {} ({title}), {votes} {}, found at {:.0}; {state}",
        hold.id,
        hold.mal_id.get(),
        hold.since,
        hold.found_at
    )
}
