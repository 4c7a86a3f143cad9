// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.mail.content.CalendarEvent;
import org.plateaubench.plugin.mail.failure.MailError;
import org.plateaubench.plugin.mail.failure.MailFailure;
import org.plateaubench.plugin.mail.imap.InboxWatch;
import org.plateaubench.plugin.mail.imap.WatchTiming;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.site.Account;
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
    private final Tally tally;
    private final Desk desk;
    private final Outbox outbox;
    private final Drafting drafting;
    private final @Nullable Agenda agenda;
    private final @Nullable InboxWatch watch;
    private boolean watching;
    private @Nullable Draft prepared;

    MailDriver(MailSession session, UserContext context) {
        this.session = session;
        this.context = context;
        this.user = context.user();
        this.tally = session.tally(context);
        Account account = session.account(user);
        this.desk = new Desk(session, account, tally);
        this.outbox = new Outbox(session, context, account, tally);
        this.drafting = new Drafting(session, account, context);
        this.agenda = session.dav()
                .map(dav -> new Agenda(session, account, user, tally, dav.user(account, tally)))
                .orElse(null);
        this.watch = session.isAnnouncedTo(user) ? watch(session, context, account) : null;
        session.registerGauges(context, desk::isConnected);
    }

    private static InboxWatch watch(MailSession shared, UserContext announcedTo, Account account) {
        return new InboxWatch(
                shared.imap(),
                account,
                new Announced(shared.deliveries(), announcedTo.user()),
                announcedTo::nanoTime,
                shared.watches(),
                WatchTiming.USUAL);
    }

    /** Handles notifications of new mail for a user. */
    private record Announced(Deliveries deliveries, int user) implements InboxWatch.Listener {
        @Override
        public void arrived(String token, long toldNanos) {
            deliveries.announced(token, user, toldNanos);
        }

        @Override
        public void begins(long nowNanos) {
            deliveries.watch(user, nowNanos);
        }
    }

    @Override
    public void connect() throws MailFailure {
        try {
            desk.connect();
        } catch (MailFailure e) {
            judge(e);
            throw e;
        }
        if (agenda != null) {
            agenda.connect();
        }
        if (watch != null && !watching) {
            watching = true;
            // From now on until the watch reports that it waits: a watch that never does receives no notification.
            session.deliveries().watch(user, context.nanoTime());
            context.background("idle", watch::run);
        }
    }

    @Override
    public void prepareOperation(OperationCall call) {
        MailOperation operation = MailOperation.at(call.operation());
        prepared = switch (operation) {
            case SEND -> new Draft(call.operation(), drafting.message(call, desk.original()), null);
            case CALENDAR_CREATE -> new Draft(call.operation(), null, drafting.event(call));
            case CALENDAR_INVITE -> drafting.invitation(call);
            default -> new Draft(call.operation(), null, null);
        };
    }

    @Override
    public Outcome execute(OperationCall call) {
        Draft draft = prepared;
        prepared = null;
        if (draft == null || draft.operation() != call.operation()) {
            return Outcome.error("not-prepared", "the operation was not prepared");
        }
        try {
            return perform(MailOperation.at(call.operation()), draft, call);
        } catch (MailFailure e) {
            judge(e);
            return e.outcome();
        } finally {
            if (agenda != null) {
                agenda.release();
            }
            session.settle(tally);
        }
    }

    private void judge(MailFailure failure) {
        boolean wrong = failure.errorClass().equals(MailError.WRONG_ANSWER.title());
        tally.add(MailMeasure.WRONG_ANSWERS, wrong ? 1 : 0);
    }

    private Outcome perform(MailOperation operation, Draft draft, OperationCall call) throws MailFailure {
        Draws draws = call.draws();
        switch (operation) {
            case SEND -> desk.keepSent(outbox.send(Objects.requireNonNull(draft.message())));
            case CHECK -> desk.check();
            case READ -> {
                return done(desk.read(draws));
            }
            case DELETE -> {
                return done(desk.delete(draws));
            }
            case MOVE -> {
                return done(desk.move(draws));
            }
            case FLAG -> {
                return done(desk.flag(draws));
            }
            case SEARCH -> desk.search(draws);
            case SEARCH_BODY -> desk.searchBody(draws);
            case FOLDERS -> desk.folders();
            case RELOGON -> desk.relogon();
            default -> {
                return agenda == null
                        ? Outcome.error("no-groupware", "the site has no calendar")
                        : plan(agenda, operation, draft, call);
            }
        }
        return Outcome.ok();
    }

    private static Outcome done(boolean thereWasOne) {
        return thereWasOne ? Outcome.ok() : EMPTY_MAILBOX;
    }

    private Outcome plan(Agenda calendar, MailOperation operation, Draft draft, OperationCall call) throws MailFailure {
        try {
            return planned(calendar, operation, draft, call);
        } catch (MailFailure e) {
            // The next request reopens this connection; the mailbox stays connected.
            throw e.ofOtherConnection();
        }
    }

    private Outcome planned(Agenda calendar, MailOperation operation, Draft draft, OperationCall call)
            throws MailFailure {
        Draws draws = call.draws();
        switch (operation) {
            case CALENDAR_BROWSE -> calendar.browse(draws);
            case CALENDAR_CREATE -> calendar.create(Objects.requireNonNull(draft.event()));
            case CALENDAR_INVITE -> {
                CalendarEvent event = Objects.requireNonNull(draft.event());
                calendar.create(event);
                outbox.send(Objects.requireNonNull(draft.message()));
            }
            case CALENDAR_REPLY -> {
                return calendar.reply(draws) ? Outcome.ok() : NO_INVITATION;
            }
            case FREE_BUSY -> calendar.freeBusy(draws);
            case CONTACT_FIND -> calendar.find(draws);
            default -> calendar.addContact(draws, drafting.uid(call));
        }
        return Outcome.ok();
    }

    @Override
    public void abort() {
        desk.abort();
        outbox.abort();
        if (agenda != null) {
            agenda.abort();
        }
    }

    @Override
    public void close() throws MailFailure {
        try {
            if (agenda != null) {
                agenda.close();
            }
            if (watch != null) {
                session.deliveries().unwatch(user, context.nanoTime());
                watch.close();
            }
            desk.close();
        } finally {
            session.settle(tally);
        }
    }
}
