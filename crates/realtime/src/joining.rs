//! Joins of topics: rights and limits are checked before any costly work.

use std::sync::Arc;

use ateneu_base::Caller;
use ateneu_limits::{Asked, Budget};
use parking_lot::RwLock;
use serde_json::{Value, json};
use tokio::{task::spawn_blocking, time::Instant};
use uuid::Uuid;

use crate::{
    changes::{
        class,
        subscription::{self, Subscription},
    },
    channel::Channel,
    frame::{Incoming, Payload},
    join::Join,
    member::{Access, Member},
    refusal::refusal,
    socket::{Connection, is_token},
    topic::{PREFIX, TopicKey},
};

/// Maximum number of channels of a socket.
const CHANNELS: usize = 100;
/// Maximum number of bytes of a socket's filters.
const FILTER_BYTES: usize = 64 << 10;
/// Factor from the regular expressions of one socket to those of one person.
const SOCKETS: usize = 4;

impl Connection {
    /// Joins a topic.
    ///
    /// # Errors
    /// Returns the reason of the refusal.
    pub async fn join(&mut self, message: &Incoming) -> Result<(), String> {
        let Payload::Json(payload) = &message.payload else {
            return Err("InvalidJoinPayload: no JSON".into());
        };
        if self.service.hub.is_draining() {
            return Err("Realtime is restarting, please standby".into());
        }
        let Some(name) = message.topic.strip_prefix(PREFIX) else { return Err("unmatched topic".into()) };
        if name.is_empty() {
            return Err("TopicNameRequired: You must provide a topic name".into());
        }
        if let Some(former) = self.channels.remove(message.topic.as_str()) {
            self.leave(former, Some("phx_close")).await;
        }
        if self.channels.len() >= CHANNELS {
            return Err("ChannelRateLimitReached: Too many channels".into());
        }
        if !self.joins.allows(Instant::now()) {
            return Err("ClientJoinRateLimitReached: Too many joins per second".into());
        }
        let join = Join::read(payload)?;
        let replay = join.replay()?;
        let token = join
            .access_token
            .as_deref()
            .filter(|token| is_token(token))
            .map_or(Arc::clone(&self.key), Arc::from);
        let caller =
            Arc::new(self.service.verify(&token).await.map_err(|problem| refusal(problem).to_owned())?);
        let is_private = join.config.private;
        let rights = self.service.rights(name, is_private, &caller);
        if !rights.may_join() {
            return Err(format!(
                "Unauthorized: You do not have permissions to read from this Channel topic: {name}"
            ));
        }
        let entries = join.config.postgres_changes;
        if entries.len() > subscription::MAX_SUBSCRIPTIONS {
            return Err(format!(
                "InvalidJoinPayload: more than {} postgres_changes",
                subscription::MAX_SUBSCRIPTIONS
            ));
        }
        let (subscriptions, echo) = self.subscriptions(&entries, &caller).await;
        let problem = subscriptions.as_ref().err().cloned();
        let subscriptions = subscriptions.unwrap_or_default();
        let broadcast = join.config.broadcast.unwrap_or_default();
        let presence = join.config.presence.unwrap_or_default();
        let topic: Arc<str> = Arc::from(message.topic.as_str());
        let member = Arc::new(Member {
            id: self.service.hub.number(),
            socket: Arc::clone(&self.socket),
            key: TopicKey { topic: Arc::clone(&topic), is_private },
            join_ref: message.join_ref.clone(),
            of_people: self.service.are_of_people(name, is_private),
            wants_own: broadcast.own,
            sees_presence: presence.enabled.into(),
            asked: asked(&subscriptions),
            payer: caller.user_id.clone(),
            subscriptions,
            replayed: replay.map(|_| Default::default()),
            access: RwLock::new(Access { token, class: class::facts_class(&caller), caller, rights }),
        });
        let key =
            Some(presence.key).filter(|key| !key.is_empty()).unwrap_or_else(|| Uuid::new_v4().to_string());
        let channel = Channel::new(Arc::clone(&member), broadcast.ack, key);
        // The reply is queued before any event. Both are sent once this has returned.
        channel.reply(message, true, &json!({ "postgres_changes": echo }));
        self.service.hub.join(&member);
        if presence.enabled && rights.see {
            self.service.hub.send_presence(&member, None);
        }
        if let Some(replay) = replay {
            self.service.replay(&member, replay).await;
        }
        match problem {
            Some(problem) => channel.system("postgres_changes", false, &problem),
            None if !entries.is_empty() => {
                channel.system("postgres_changes", true, "Subscribed to PostgreSQL")
            }
            None => {}
        }
        self.channels.insert(topic, channel);
        Ok(())
    }

    /// Parses the subscriptions of a join. Returns them or the reason of the refusal, and the entries for the reply.
    async fn subscriptions(
        &self,
        entries: &[Value],
        caller: &Caller,
    ) -> (Result<Vec<Subscription>, String>, Vec<Value>) {
        let asked = entries.iter().map(|entry| subscription::Asked::read(&self.service.schema, entry));
        let (echo, read): (Vec<_>, Vec<_>) = asked.map(|asked| (asked.echo, asked.subscription)).unzip();
        let subscriptions = match read.into_iter().collect::<Result<Vec<_>, _>>() {
            Ok(subscriptions) => self.compiled(subscriptions, caller).await,
            Err(problem) => Err(problem),
        };
        (subscriptions, echo)
    }

    /// Compiles the regular expressions of subscriptions within the caller's budget, off the async threads.
    async fn compiled(
        &self,
        mut subscriptions: Vec<Subscription>,
        caller: &Caller,
    ) -> Result<Vec<Subscription>, String> {
        let refused = |problem: &dyn std::fmt::Display| format!("{}: {problem}", subscription::UNABLE);
        let own = asked(&subscriptions);
        let budget = Budget::of(caller);
        let members = || self.channels.values().map(|channel| &channel.member);
        let all = members().map(|member| member.asked).fold(own, sum);
        budget.check(&all).map_err(|exceeded| refused(&exceeded))?;
        let filters = members().flat_map(|member| &member.subscriptions).chain(&subscriptions);
        if filters.map(|subscription| subscription.filter.bytes()).sum::<usize>() > FILTER_BYTES {
            return Err(refused(&format_args!("at most {FILTER_BYTES} bytes of filters on one connection")));
        }
        if own.patterns == 0 {
            return Ok(subscriptions);
        }
        let most = budget.patterns * SOCKETS;
        let others = caller.user_id.as_ref().map_or(0, |person| self.service.hub.patterns_of(person));
        if others + own.patterns > most && !caller.is_service() {
            return Err(refused(&format_args!("at most {most} regular expressions of one person")));
        }
        let compiled = spawn_blocking(move || {
            let filters = subscriptions.iter_mut().map(|subscription| &mut subscription.filter);
            filters.map(|filter| filter.compile()).collect::<Result<Vec<_>, _>>()?;
            Ok(subscriptions)
        });
        match compiled.await {
            Ok(compiled) => compiled.map_err(|problem: String| refused(&problem)),
            Err(error) => {
                tracing::error!(%error, "regular expressions of a subscription were not compiled");
                Err(refused(&"the server has failed"))
            }
        }
    }
}

/// Sums up the tests, patterns and values of subscriptions.
fn asked(subscriptions: &[Subscription]) -> Asked {
    subscriptions.iter().map(|subscription| subscription.filter.asked()).fold(Asked::default(), sum)
}

fn sum(one: Asked, other: Asked) -> Asked {
    Asked {
        patterns: one.patterns + other.patterns,
        tests: one.tests + other.tests,
        values: one.values + other.values,
        ..one
    }
}
