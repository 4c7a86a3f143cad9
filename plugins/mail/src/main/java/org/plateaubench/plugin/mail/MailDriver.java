// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.mail.DraftFactory.Draft;
import org.plateaubench.plugin.mail.DraftFactory.Outgoing;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.protocol.InboxWatch;
import org.plateaubench.plugin.mail.protocol.Submission;
import org.plateaubench.plugin.mail.protocol.Submitted;
import org.plateaubench.plugin.mail.protocol.Submitted.Fate;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** One user: a mailbox, a calendar, contacts, and a connection to submission for each message. */
final class MailDriver implements Driver {
    private static final Outcome EMPTY_MAILBOX = Outcome.declined("empty-mailbox");
    private static final Outcome NO_INVITATION = Outcome.declined("no-invitation");

    private final MailSession session;
    private final UserContext context;
    private final int user;
    private final AgentCounters agentCounters;
    private final UserMailbox mailbox;
    private final Submission submission;
    private final DraftFactory drafts;
    private final @Nullable UserGroupware groupware;
    private final @Nullable InboxWatch watch;
    private boolean watching;
    private @Nullable Draft prepared;

    MailDriver(MailSession session, UserContext context) {
        this.session = session;
        this.context = context;
        this.user = context.user();
        this.agentCounters = session.agentCounters();
        Account account = session.account(user);
        this.mailbox = new UserMailbox(session, account);
        this.submission =
                new Submission(session.sockets(), account, Submission.PAUSES, agentCounters, context::nanoTime);
        this.drafts = new DraftFactory(session, account, context);
        this.groupware = session.dav() == null
                ? null
                : new UserGroupware(session, user, session.dav().user(account, agentCounters));
        this.watch = session.isNotified(user)
                ? new InboxWatch(
                        session.sockets(),
                        agentCounters,
                        account,
                        new DeliveryListener(session.deliveries(), user),
                        context::nanoTime,
                        InboxWatch.Timing.DEFAULT)
                : null;
        session.begin(context, mailbox::isConnected);
    }

    /** Records notifications of new mail for a user. */
    private record DeliveryListener(DeliveryLedger deliveries, int user) implements InboxWatch.Listener {
        @Override
        public void arrived(String token, long arrivedNanos) {
            deliveries.seen(token, user, arrivedNanos);
        }

        @Override
        public void watchStarted(long nowNanos) {
            deliveries.watch(user, nowNanos);
        }
    }

    @Override
    public void connect() throws MailFailure {
        try {
            mailbox.connect();
        } catch (MailFailure e) {
            countIfWrong(e);
            throw e;
        }
        if (groupware != null) {
            groupware.connect();
        }
        if (watch != null && !watching) {
            watching = true;
            // Without this call, a watch that never begins to wait would report no missing notifications.
            session.deliveries().watch(user, context.nanoTime());
            context.background("idle", watch::run);
        }
    }

    @Override
    public void prepareOperation(OperationCall call) {
        MailOperation operation = MailOperation.at(call.operation());
        prepared = switch (operation) {
            case SEND -> new Draft(drafts.message(call, mailbox.original()), null);
            case CALENDAR_CREATE -> new Draft(null, drafts.event(call));
            case CALENDAR_INVITE -> drafts.invitation(call);
            default -> new Draft(null, null);
        };
    }

    @Override
    public Outcome execute(OperationCall call) {
        Draft draft = Objects.requireNonNull(prepared);
        prepared = null;
        try {
            return perform(MailOperation.at(call.operation()), draft, call);
        } catch (MailFailure e) {
            countIfWrong(e);
            return e.outcome();
        } finally {
            if (groupware != null) {
                groupware.connection().release();
            }
        }
    }

    private void countIfWrong(MailFailure failure) {
        boolean wrong = failure.errorClass().equals(MailError.WRONG_ANSWER.title());
        agentCounters.add(MailMeasure.WRONG_ANSWERS, wrong ? 1 : 0);
    }

    private Outcome perform(MailOperation operation, Draft draft, OperationCall call) throws MailFailure {
        Draws draws = call.draws();
        switch (operation) {
            case SEND -> mailbox.keepSent(send(Objects.requireNonNull(draft.message())));
            case CHECK -> mailbox.check();
            case READ -> {
                return outcome(mailbox.read(draws));
            }
            case DELETE -> {
                return outcome(mailbox.delete(draws));
            }
            case MOVE -> {
                return outcome(mailbox.move(draws));
            }
            case FLAG -> {
                return outcome(mailbox.flag(draws));
            }
            case SEARCH -> mailbox.search(draws);
            case SEARCH_BODY -> mailbox.searchBody(draws);
            case FOLDERS -> mailbox.folders();
            case RELOGON -> mailbox.relogon();
            default -> {
                return performGroupware(Objects.requireNonNull(groupware), operation, draft, call);
            }
        }
        return Outcome.ok();
    }

    /** Sends a message, records its recipients, and returns the message as sent, for the folder Sent. */
    private byte[] send(Outgoing outgoing) throws MailFailure {
        Submitted submitted = submission.send(outgoing.mail());
        int accepted = submitted.count(Fate.ACCEPTED);
        if (accepted > 0) {
            agentCounters.add(MailMeasure.MESSAGES_SUBMITTED, 1);
            agentCounters.add(MailMeasure.MESSAGE_BYTES, outgoing.mail().sizeBytes());
            agentCounters.add(MailMeasure.DELIVERIES_ACCEPTED, accepted);
            for (int i = 0; i < outgoing.recipients().length; i++) {
                if (submitted.fate(i) == Fate.ACCEPTED) {
                    int recipient = outgoing.recipients()[i];
                    session.deliveries().accepted(outgoing.token(), recipient, submitted.acceptedNanos(i));
                    // Accounts are numbered from 1, users from 0.
                    agentCounters.accepted(recipient + 1, outgoing.token());
                }
            }
        }
        MailFailure failure = submitted.failure();
        if (failure != null) {
            // The mailbox stays connected when the connection to submission is lost.
            throw failure.withConnectionLost(false);
        }
        return outgoing.message();
    }

    private static Outcome outcome(boolean found) {
        return found ? Outcome.ok() : EMPTY_MAILBOX;
    }

    private Outcome performGroupware(UserGroupware calendar, MailOperation operation, Draft draft, OperationCall call)
            throws MailFailure {
        Draws draws = call.draws();
        try {
            switch (operation) {
                case CALENDAR_BROWSE -> calendar.browse(draws);
                case CALENDAR_CREATE -> calendar.create(Objects.requireNonNull(draft.event()));
                case CALENDAR_INVITE -> {
                    calendar.create(Objects.requireNonNull(draft.event()));
                    send(Objects.requireNonNull(draft.message()));
                }
                case CALENDAR_REPLY -> {
                    return calendar.reply(draws) ? Outcome.ok() : NO_INVITATION;
                }
                case FREE_BUSY -> calendar.freeBusy(draws);
                case CONTACT_FIND -> calendar.find(draws);
                default -> calendar.addContact(draws, drafts.uid(call));
            }
            return Outcome.ok();
        } catch (MailFailure e) {
            // The next request reopens this connection; the mailbox stays connected.
            throw e.withConnectionLost(false);
        }
    }

    @Override
    public void abort() {
        mailbox.abort();
        submission.abort();
        if (groupware != null) {
            groupware.connection().abort();
        }
    }

    @Override
    public void close() throws MailFailure {
        if (groupware != null) {
            groupware.connection().close();
        }
        if (watch != null) {
            session.deliveries().unwatch(user, context.nanoTime());
            watch.close();
        }
        mailbox.close();
    }
}
