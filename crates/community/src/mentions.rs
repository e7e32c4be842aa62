//! Accounts that a text of a channel may mention: staff, and members with the community who may read the channel.

use ateneu_base::{Value, fold};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{call::argument, text::Text};

/// Maximum number of names in a response.
const MAX_MEMBERS: usize = 8;
/// Number of rows that are searched for a word other than the first of a name.
const CANDIDATES: i64 = 200;
/// Maximum number of examined mentions of a text.
const MAX_MENTIONED: usize = 50;

/// Character after all texts with the same beginning.
const LAST: char = '\u{10FFFF}';

pub fn procedures() -> Vec<Procedure> {
    vec![mentionable_members(), unreached_mentions()]
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Member {
    user_id: String,
    display_name: String,
    company: Option<String>,
    avatar_url: Option<String>,
}

/// SQL: the person may read a channel ($1) at an instant ($2). Staff may read every channel, members with the community
/// public channels and their own.
const READS_CHANNEL: &str = "(
    EXISTS (SELECT 1 FROM user_roles WHERE user_roles.user_id = people.id AND role IN ('admin', 'moderator'))
    OR (EXISTS (SELECT 1 FROM member_entitlements e
                WHERE e.user_id = people.id AND e.entitlement = 'community' AND e.until > $2)
        AND (EXISTS (SELECT 1 FROM channels WHERE channels.id = $1 AND NOT is_private AND NOT is_waiting)
             OR EXISTS (SELECT 1 FROM channel_members
                        WHERE channel_id = $1 AND channel_members.user_id = people.id))))";

/// Declares the procedure that finds members of a channel by the beginning of any word of their name, first names
/// first. It is empty if the caller may not read the channel.
fn mentionable_members() -> Procedure {
    Procedure::reads::<Vec<Member>>(
        "mentionable_members",
        [Argument::required("channel_id", Kind::Text), Argument::required("search", Kind::Text)],
        rule::member(),
        |tx, call| answer(&mentionable(tx, call)?),
    )
}

fn mentionable(tx: &mut Tx<'_>, call: &Call) -> Result<Vec<Member>, Error> {
    let channel = argument(call, "channel_id");
    let is_read = channel.as_text().is_some_and(|id| call.caller.facts.channels.contains(id));
    let wanted = argument(call, "search");
    let search = fold::fold(wanted.as_text().unwrap_or_default());
    if !is_read || !search.contains(char::is_alphanumeric) {
        return Ok(Vec::new());
    }
    let query = |condition: &str| {
        format!(
            "SELECT people.id AS user_id, display_name, avatar_url,
                 CASE WHEN company_visibility = 'membros' THEN company END AS company
             FROM member_profiles JOIN users people ON people.id = member_profiles.user_id
             WHERE {condition} AND display_name IS NOT NULL AND people.deleted_at IS NULL AND people.id <> $3
               AND {READS_CHANNEL}
             ORDER BY member_profiles.search_text, people.id LIMIT $6"
        )
    };
    let shared = [channel, call.now.into(), call.caller.user_id.as_deref().into()];
    let run = |tx: &mut Tx<'_>, condition: &str, [first, second]: [Value; 2], most: i64| {
        let [channel, now, person] = shared.clone();
        tx.query_as::<Member>(&query(condition), &[channel, now, person, first, second, Value::Int(most)])
    };
    let between = [search.as_str().into(), format!("{search}{LAST}").into()];
    let begins = run(tx, "member_profiles.search_text BETWEEN $4 AND $5", between, CANDIDATES)?;
    let may_mention = |member: &Member| !call.caller.facts.blocked.contains(&member.user_id);
    let mut found: Vec<Member> = begins.into_iter().filter(may_mention).take(MAX_MEMBERS).collect();
    if found.len() < MAX_MEMBERS {
        // The search text begins with the name, followed by company and position.
        let inside = [format!(" {search}").into(), search.as_str().into()];
        let later = format!(
            "{} AND NOT member_profiles.search_text BETWEEN $5 AND $5 || '{LAST}'",
            tx.dialect().holds("member_profiles.search_text", "$4")
        );
        let members = run(tx, &later, inside, CANDIDATES)?.into_iter().filter(may_mention);
        for member in members.filter(|member| has_word(&member.display_name, &search)) {
            if found.len() < MAX_MEMBERS && found.iter().all(|known| known.user_id != member.user_id) {
                found.push(member);
            }
        }
    }
    Ok(found)
}

/// Returns `true` if a word of the name starts a part that begins with the search.
fn has_word(name: &str, search: &str) -> bool {
    format!(" {}", fold::fold(name)).contains(&format!(" {search}"))
}

/// Declares the procedure that returns the members whom a text of a channel mentions and who may not read it, so that
/// they get no notice. It is empty if the caller may not read the channel.
fn unreached_mentions() -> Procedure {
    Procedure::reads::<Vec<String>>(
        "unreached_mentions",
        [Argument::required("channel_id", Kind::Text), Argument::required("content", Kind::Text)],
        rule::member(),
        |tx, call| {
            let channel = argument(call, "channel_id");
            let reads = channel.as_text().is_some_and(|id| call.caller.facts.channels.contains(id));
            if !reads && !call.caller.is_staff() {
                return Ok(Json::Array(Vec::new()));
            }
            let content = argument(call, "content");
            let mut names = Vec::new();
            let text = Text::of(content.as_text().unwrap_or_default());
            for id in text.mentioned.iter().take(MAX_MENTIONED) {
                let sql = format!(
                    "SELECT people.id FROM users people
                     WHERE people.id = $3 AND people.deleted_at IS NULL AND {READS_CHANNEL}"
                );
                let reached =
                    tx.query_optional(&sql, &[channel.clone(), call.now.into(), id.as_str().into()])?;
                if reached.is_none() {
                    names.push(name_of(tx, id)?);
                }
            }
            Ok(Json::from(names))
        },
    )
}

fn name_of(tx: &mut Tx<'_>, id: &str) -> Result<String, Error> {
    let sql = "SELECT display_name FROM member_profiles WHERE user_id = $1";
    let name: Option<Option<String>> = tx.query_optional_as(sql, &[id.into()])?;
    Ok(name.flatten().unwrap_or_else(|| "Membro da comunidade".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_matches_the_beginning_of_any_word_of_a_name() {
        for (search, matches) in [("conc", true), ("rui d", true), ("oncei", false), ("da con", true)] {
            assert_eq!(has_word("Rui da Conceição", search), matches, "{search}");
        }
        assert!(has_word("Ana D’Ávila", "d'av"));
    }
}
