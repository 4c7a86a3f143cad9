// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.session;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.connect.Traffic;
import org.plateaubench.plugin.mail.content.MessageComposer;
import org.plateaubench.plugin.mail.content.SizeTable;
import org.plateaubench.plugin.mail.content.Vocabulary;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.imap.ImapClient;
import org.plateaubench.plugin.mail.imap.ImapCounts;
import org.plateaubench.plugin.mail.imap.ImapEvent;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.Sizes;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.plugin.mail.smtp.SubmissionSite;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;

/**
 * The state that the users of one agent share: the site and its clients, the messages in transit, and the counters. Any
 * thread.
 */
public final class SessionState {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(15);
    /** No time limit for an answer here: the operation timeout of the plan aborts the connection. */
    private static final Duration NO_DEADLINE = Duration.ofHours(24);

    private final MailParameters parameters;
    private final int users;
    private final long announcedKey;
    private final MailSite site;
    private final MessageComposer composer = new MessageComposer(Vocabulary.standard());
    private final ImapClient imap;
    private final SubmissionSite submission;
    private final @Nullable DavConnections dav;
    private final Deliveries deliveries;
    private final Settlement settlement;
    private @Nullable Tally tally;
    private final AtomicBoolean gauged = new AtomicBoolean();

    /**
     * Creates the state of an agent without users.
     *
     * @throws SutException when users have calendars and contacts but the site has none
     */
    public SessionState(WorkloadContext<MailParameters> context) throws SutException {
        parameters = context.parameters();
        users = context.users();
        announcedKey = KeyedRandom.key(context.dataSeed(), "announced");
        site = MailSite.of(context.requiredSut());
        if (parameters.groupware() && site.davUrl().isEmpty()) {
            throw new SutException("The site has no davUrl, and users have calendars and contacts: set davUrl, or"
                    + " parameters.groupware: false.");
        }
        MailSockets sockets = MailSockets.of(site);
        Traffic traffic = new Traffic();
        imap = new ImapClient(site, sockets, traffic);
        submission = SubmissionSite.of(site, sockets, traffic);
        dav = parameters.groupware() ? new DavConnections(site, CONNECT_LIMIT, NO_DEADLINE) : null;
        deliveries = new Deliveries(System.currentTimeMillis());
        settlement = new Settlement(traffic, imap.counts());
    }

    public MailParameters parameters() {
        return parameters;
    }

    /** Returns the number of users over all agents. */
    public int users() {
        return users;
    }

    /** Returns the account of a user. */
    public Account account(int user) {
        return site.account(user + 1);
    }

    public ImapClient imap() {
        return imap;
    }

    public SubmissionSite submission() {
        return submission;
    }

    /** Returns calendars and contacts; empty when users have none. */
    public Optional<DavConnections> dav() {
        return Optional.ofNullable(dav);
    }

    public Deliveries deliveries() {
        return deliveries;
    }

    public MessageComposer composer() {
        return composer;
    }

    public SizeTable sizes() {
        return parameters.sizes() == Sizes.MODERN ? SizeTable.MODERN : SizeTable.CLASSIC;
    }

    /** Returns whether a user is notified of new mail: a function of the data's seed. */
    public boolean isAnnouncedTo(int user) {
        return Draws.of(KeyedRandom.key(announcedKey, user)).chance(0, 0, parameters.idleShare() / 100.0);
    }

    /** Returns the counters, created with the first user. */
    public synchronized Tally tally(UserContext user) {
        Tally shared = tally;
        if (shared == null) {
            shared = new Tally(user);
            deliveries.reportTo(user, shared);
            tally = shared;
        }
        return shared;
    }

    /** Registers the gauges of one user, and with the first user the shared ones. */
    public void registerGauges(UserContext user, BooleanSupplier isConnected) {
        user.gauge(MailMeasure.CONNECTIONS.title(), () -> isConnected.getAsBoolean() ? 1 : 0);
        if (gauged.compareAndSet(false, true)) {
            user.gauge(MailMeasure.IDLE_WATCHES.title(), () -> imap.counts().count(ImapEvent.WATCH_WAITING));
            user.gauge(MailMeasure.DELIVERIES_OUTSTANDING.title(), deliveries::outstanding);
        }
    }

    /** Counts the shared totals. */
    public void settle(Tally tally) {
        settlement.settle(tally);
    }

    /** Closes the connections to calendars and contacts. */
    public void close() {
        if (dav != null) {
            dav.close();
        }
    }

    /**
     * Adds the shared totals of an agent's users to the counters of the workload: each calling user adds what has
     * accumulated since the last call. Any thread.
     */
    private static final class Settlement {
        private final List<Total> totals;

        Settlement(Traffic traffic, ImapCounts imap) {
            totals = List.of(
                    new Total(MailMeasure.BYTES_IN, traffic::inBytes),
                    new Total(MailMeasure.BYTES_OUT, traffic::outBytes),
                    new Total(MailMeasure.MOVE_FALLBACKS, () -> imap.count(ImapEvent.MOVE)),
                    new Total(MailMeasure.EXPUNGE_FALLBACKS, () -> imap.count(ImapEvent.UID_EXPUNGE)),
                    new Total(MailMeasure.CONDSTORE_FALLBACKS, () -> imap.count(ImapEvent.CONDSTORE)),
                    new Total(MailMeasure.STATUS_FALLBACKS, () -> imap.count(ImapEvent.LIST_STATUS)),
                    new Total(MailMeasure.LITERAL_FALLBACKS, () -> imap.count(ImapEvent.LITERAL_PLUS)),
                    new Total(MailMeasure.IDLE_FALLBACKS, () -> imap.count(ImapEvent.IDLE)),
                    new Total(MailMeasure.IMAP_SESSIONS, () -> imap.count(ImapEvent.WATCH_SESSION)),
                    new Total(MailMeasure.IDLE_DROPS, () -> imap.count(ImapEvent.WATCH_DROP)),
                    new Total(MailMeasure.IDLE_RENEWALS, () -> imap.count(ImapEvent.WATCH_RENEWAL)),
                    new Total(MailMeasure.PUSHES, () -> imap.count(ImapEvent.WATCH_PUSH)));
        }

        private record Total(MailMeasure measure, LongSupplier now, AtomicLong counted) {
            Total(MailMeasure measure, LongSupplier now) {
                this(measure, now, new AtomicLong());
            }

            void settle(Tally tally) {
                long sum = now.getAsLong();
                long before = counted.getAndAccumulate(sum, Math::max);
                tally.add(measure, Math.max(0, sum - before));
            }
        }

        void settle(Tally tally) {
            for (Total total : totals) {
                total.settle(tally);
            }
        }
    }
}
