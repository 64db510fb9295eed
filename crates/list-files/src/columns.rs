//! Columns of a CSV, and what they mean.

/// The meaning of a column in a CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// The title's number at MyAnimeList.
    MalId,
    /// The title's name.
    Title,
    /// The status, in any tracker's words.
    Status,
    /// The number of episodes seen.
    Progress,
    /// The score, on any scale.
    Score,
    /// The date on which the first run began.
    Started,
    /// The date on which the first run ended.
    Finished,
    /// The number of times that the title was watched again.
    Rewatches,
    /// The owner's notes.
    Notes,
    /// Tags, separated by commas.
    Tags,
    /// Whether the entry is private: yes, true or 1.
    Private,
}

/// A name that no column has in the API.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("There is no column of the kind \"{0}\".")]
pub struct UnknownColumn(String);

impl Column {
    /// All meanings, in the order of the columns that Mitai writes.
    pub const ALL: [Self; 11] = [
        Self::MalId,
        Self::Title,
        Self::Status,
        Self::Progress,
        Self::Score,
        Self::Started,
        Self::Finished,
        Self::Rewatches,
        Self::Notes,
        Self::Tags,
        Self::Private,
    ];

    /// The meaning with this name in the API.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == name)
    }

    /// Reads the meanings of columns from their names in the API, separated by commas, in the order of the columns; an
    /// empty name is a column without a meaning.
    ///
    /// # Errors
    /// [`UnknownColumn`] with the first name that no column has.
    pub fn of_each(names: &str) -> Result<Vec<Option<Self>>, UnknownColumn> {
        let meaning = |name: &str| match name.trim() {
            "" => Ok(None),
            name => match Self::named(name) {
                Some(column) => Ok(Some(column)),
                None => Err(UnknownColumn(name.into())),
            },
        };
        names.split(',').map(meaning).collect()
    }

    /// The meaning's name in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MalId => "mal_id",
            Self::Title => "title",
            Self::Status => "status",
            Self::Progress => "progress",
            Self::Score => "score",
            Self::Started => "started",
            Self::Finished => "finished",
            Self::Rewatches => "rewatches",
            Self::Notes => "notes",
            Self::Tags => "tags",
            Self::Private => "private",
        }
    }

    /// The names of columns with this meaning, in small letters and without blanks and marks.
    const fn names(self) -> &'static [&'static str] {
        match self {
            Self::MalId => &[
                "malid",
                "animeid",
                "seriesanimedbid",
                "myanimelistid",
                "idmal",
            ],
            Self::Title => &["title", "name", "seriestitle", "anime", "animetitle"],
            Self::Status => &["status", "mystatus", "watchstatus"],
            Self::Progress => &[
                "progress",
                "episodeswatched",
                "watchedepisodes",
                "mywatchedepisodes",
                "episodesseen",
            ],
            Self::Score => &["score", "rating", "myscore", "myrating"],
            Self::Started => &["started", "startdate", "startedat", "mystartdate"],
            Self::Finished => &[
                "finished",
                "finishdate",
                "enddate",
                "finishedat",
                "completedat",
                "myfinishdate",
            ],
            Self::Rewatches => &[
                "rewatches",
                "repeats",
                "repeat",
                "timesrewatched",
                "mytimeswatched",
            ],
            Self::Notes => &["notes", "comments", "comment", "mycomments"],
            Self::Tags => &["tags", "mytags"],
            Self::Private => &["private"],
        }
    }
}

/// The meanings of columns with these names, each meaning once.
pub(crate) fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Option<Column>> {
    let mut found = Vec::new();
    let meanings = names.into_iter().map(|name| {
        let letters = name.chars().filter(|it| it.is_alphanumeric());
        let name: String = letters.flat_map(char::to_lowercase).collect();
        let of = |column: &Column| column.names().contains(&name.as_str());
        let meaning = Column::ALL.into_iter().find(of)?;
        // Only the first column of a meaning has it
        (!found.contains(&meaning)).then(|| {
            found.push(meaning);
            meaning
        })
    });
    meanings.collect()
}

/// Whether columns of these meanings identify a title.
pub(crate) fn name_titles(meanings: &[Option<Column>]) -> bool {
    let mut columns = meanings.iter().flatten();
    columns.any(|it| matches!(it, Column::MalId | Column::Title))
}
