// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.site.Account;

/**
 * A user's second connection, which waits for notifications of new mail. {@link #run} blocks the calling thread while
 * it waits; {@link #close} ends it at once, from any thread.
 *
 * <p>Memory measured during the wait, on a virtual thread of JDK 25: 14 KB of heap without TLS, of which 6 KB are the
 * stack of the thread and 2.5 KB the buffers of the connection, and 27 KB with TLS.
 *
 * <p>Mail that arrived while the connection was down is found and reported when it is up again.
 */
public final class InboxWatch implements AutoCloseable {
    /**
     * The times of a watch, all in milliseconds.
     *
     * @param renewMillis until it renews {@code IDLE}: servers may drop a client after 30 minutes of silence (RFC 2177)
     * @param pollMillis between polls of a server without {@code IDLE}
     * @param answerMillis limit for an answer to any other command
     * @param firstMillis before it reconnects, doubled each time up to {@code longestMillis}
     */
    public record Timing(int renewMillis, int pollMillis, int answerMillis, int firstMillis, int longestMillis) {
        /** The times of usual mail programs. */
        public static final Timing USUAL = new Timing(25 * 60_000, 30_000, 60_000, 1_000, 60_000);

        /**
         * Returns the delay before the attempt after this many failures in a row, spread so that users do not reconnect
         * all at once.
         */
        long backOffMillis(int failures, int user) {
            long doubled = (long) firstMillis << Math.min(failures - 1, 20);
            return (long) (Math.min(doubled, longestMillis) * (0.5 + user % 64 / 64.0));
        }
    }

    private final MailSockets sockets;
    private final Counts counts;
    private final Account account;
    private final ArrivalListener listener;
    private final LongSupplier clock;
    private final Timing timing;
    private final Object guard = new Object();
    private boolean closed;
    private @Nullable MailLink link;

    /**
     * Creates a watch, which does not connect yet.
     *
     * @param clock clock in nanoseconds, the same as that of senders
     */
    public InboxWatch(
            MailSockets sockets,
            Counts counts,
            Account account,
            ArrivalListener listener,
            LongSupplier clock,
            Timing timing) {
        this.sockets = sockets;
        this.counts = counts;
        this.account = account;
        this.listener = listener;
        this.clock = clock;
        this.timing = timing;
    }

    /**
     * Watches until closed. Reconnects, after a delay that doubles, when the connection is lost.
     *
     * @throws InterruptedException when the thread was interrupted, which closes it as well
     */
    public void run() throws InterruptedException {
        Arrivals arrivals = new Arrivals(listener, clock, counts);
        int failures = 0;
        try {
            while (!closed()) {
                session(arrivals);
                if (Thread.interrupted()) {
                    throw new InterruptedException("a watch was interrupted");
                }
                if (!closed()) {
                    counts.add(MailMeasure.IDLE_DROPS, 1);
                    failures = arrivals.takeSteady() ? 1 : failures + 1;
                    pause(timing.backOffMillis(failures, account.number()));
                }
            }
        } finally {
            close();
        }
    }

    /** Watches on one connection until it is lost. */
    private void session(Arrivals arrivals) throws InterruptedException {
        MailLink fresh = MailLink.imap(sockets, counts);
        synchronized (guard) {
            link = fresh;
            if (closed) {
                fresh.abort();
            }
        }
        try {
            watch(fresh, arrivals);
        } catch (MailFailure e) {
            // The next connection is opened by the caller.
            return;
        } finally {
            fresh.abort();
        }
    }

    private void watch(MailLink current, Arrivals arrivals) throws MailFailure, InterruptedException {
        ImapWire wire = ImapWire.connect(current);
        current.readTimeout(timing.answerMillis());
        wire.login(account);
        counts.add(MailMeasure.IMAP_SESSIONS, 1);
        boolean idle = wire.offers(Capability.IDLE);
        if (!idle) {
            counts.add(MailMeasure.IDLE_FALLBACKS, 1);
        }
        arrivals.open(wire);
        counts.add(MailMeasure.IDLE_WATCHES, 1);
        try {
            while (true) {
                arrivals.takeIn(wire);
                if (idle) {
                    idle(current, wire, arrivals);
                } else {
                    pause(timing.pollMillis());
                    wire.run("NOOP", null);
                }
            }
        } finally {
            counts.add(MailMeasure.IDLE_WATCHES, -1);
        }
    }

    private void idle(MailLink current, ImapWire wire, Arrivals arrivals) throws MailFailure {
        String tag = wire.idle();
        current.readTimeout(timing.renewMillis());
        boolean notified = true;
        while (notified && !arrivals.pending()) {
            notified = wire.notified();
        }
        current.readTimeout(timing.answerMillis());
        if (!notified) {
            counts.add(MailMeasure.IDLE_RENEWALS, 1);
        }
        wire.done(tag);
    }

    private void pause(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        synchronized (guard) {
            for (long left = millis; left > 0 && !closed; left = (end - System.nanoTime()) / 1_000_000) {
                guard.wait(left);
            }
        }
    }

    private boolean closed() {
        synchronized (guard) {
            return closed;
        }
    }

    /** Ends the watch at once, without a logout. Any thread. */
    @Override
    public void close() {
        MailLink current;
        synchronized (guard) {
            closed = true;
            current = link;
            guard.notifyAll();
        }
        if (current != null) {
            current.abort();
        }
    }
}
