//! Ids of members and posts of the demo.

use ateneu_module::demo::{id, member_email, person};

pub fn member(number: usize) -> String {
    person(&member_email(number))
}

pub fn post_id(position: usize) -> String {
    id("post", &position.to_string())
}
