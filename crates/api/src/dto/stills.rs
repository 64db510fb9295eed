//! Pictures of titles other than their posters.

use app::catalogue::extras::StatedPart;
use serde::Serialize;
use utoipa::ToSchema;

use super::extras::part_of;
use crate::pictures::{Pictures, Still};

part_of! {
    /// A page of a title's pictures, in the order of their source; only those that can be shown.
    PicturePart: Still => PictureBody
}

/// A picture of a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PictureBody {
    /// Address of the small picture, which shows in the shape of a poster, 2:3.
    image_url: String,
    /// Address of the large picture, in its own shape.
    large_image_url: String,
}

impl PictureBody {
    fn new(still: Still, _: &Pictures) -> Self {
        Self {
            image_url: still.small,
            large_image_url: still.whole,
        }
    }
}
