// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.eclipse.angus.mail.iap.Argument;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.imap.protocol.IMAPResponse;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.protocol.ImapWire.Opened;

/**
 * A user's second connection, which waits for notifications of new mail. {@link #run} blocks the calling thread while
 * it waits; {@link #close} ends it immediately, from any thread.
 *
 * <p>Memory measured during the wait, on a virtual thread of JDK 25: 14 KB of heap without TLS, of which 6 KB are the
 * stack of the thread and 2.5 KB the buffers of the connection, and 27 KB with TLS.
 *
 * <p>Mail that arrived while the connection was down is found and reported when it is up again.
 */
public final class InboxWatch implements AutoCloseable {
    /**
     * The intervals and timeouts of a watch, in milliseconds.
     *
     * @param renewMillis interval at which it renews {@code IDLE}: servers may drop a client after 30 minutes without
     *     traffic (RFC 2177)
     * @param pollMillis interval between polls of a server without {@code IDLE}
     * @param responseMillis timeout of the response to any other command
     * @param minDelayMillis delay before the first attempt to reconnect; doubled for each further attempt
     * @param maxDelayMillis upper bound of this delay
     */
    public record Timing(int renewMillis, int pollMillis, int responseMillis, int minDelayMillis, int maxDelayMillis) {
        /** The values that mail programs commonly use. */
        public static final Timing DEFAULT = new Timing(25 * 60_000, 30_000, 60_000, 1_000, 60_000);

        /**
         * Returns the delay before the attempt after this many failures in a row, randomised so that users do not
         * reconnect simultaneously.
         */
        long backOffMillis(int failures, int user) {
            long doubled = (long) minDelayMillis << Math.min(failures - 1, 20);
            return (long) (Math.min(doubled, maxDelayMillis) * (0.5 + user % 64 / 64.0));
        }
    }

    private final MailSockets sockets;
    private final Counts counts;
    private final Account account;
    private final Listener listener;
    private final LongSupplier clock;
    private final Timing timing;
    private final Arrivals arrivals = new Arrivals();
    private final Object lock = new Object();
    private volatile boolean closed;
    private @Nullable MailLink link;

    /** Creates a watch, which does not connect yet. Its clock must be the one that the senders of mail use. */
    public InboxWatch(
            MailSockets sockets, Counts counts, Account account, Listener listener, LongSupplier clock, Timing timing) {
        this.sockets = sockets;
        this.counts = counts;
        this.account = account;
        this.listener = listener;
        this.clock = clock;
        this.timing = timing;
    }

    /** Watches until closed or interrupted. Reconnects, after a delay that doubles, when the connection is lost. */
    public void run() throws InterruptedException {
        int failures = 0;
        try {
            while (!closed) {
                session();
                if (Thread.interrupted()) {
                    throw new InterruptedException("a watch was interrupted");
                }
                if (!closed) {
                    counts.add(MailMeasure.IDLE_DROPS, 1);
                    failures = arrivals.resetReachedWait() ? 1 : failures + 1;
                    pause(timing.backOffMillis(failures, account.number()));
                }
            }
        } finally {
            close();
        }
    }

    /** Watches on one connection until it is lost. */
    private void session() throws InterruptedException {
        MailLink newLink = MailLink.imap(sockets, counts);
        synchronized (lock) {
            link = newLink;
            if (closed) {
                newLink.abort();
            }
        }
        try {
            watch(newLink);
        } catch (MailFailure e) {
            // The caller reconnects.
            return;
        } finally {
            newLink.abort();
        }
    }

    private void watch(MailLink current) throws MailFailure, InterruptedException {
        ImapWire wire = ImapWire.connect(current);
        current.readTimeout(timing.responseMillis());
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
                arrivals.fetchAnnounced(wire);
                if (idle) {
                    idle(current, wire);
                } else {
                    pause(timing.pollMillis());
                    wire.run("NOOP", null);
                }
            }
        } finally {
            counts.add(MailMeasure.IDLE_WATCHES, -1);
        }
    }

    private void idle(MailLink current, ImapWire wire) throws MailFailure {
        String tag = wire.beginIdle();
        current.readTimeout(timing.renewMillis());
        boolean notified = true;
        while (notified && !arrivals.hasPending()) {
            notified = wire.awaitNotification();
        }
        current.readTimeout(timing.responseMillis());
        if (!notified) {
            counts.add(MailMeasure.IDLE_RENEWALS, 1);
        }
        wire.endIdle(tag);
    }

    private void pause(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        synchronized (lock) {
            for (long left = millis; left > 0 && !closed; left = (end - System.nanoTime()) / 1_000_000) {
                lock.wait(left);
            }
        }
    }

    /** Ends the watch immediately, without a logout. May be called by any thread. */
    @Override
    public void close() {
        MailLink current;
        synchronized (lock) {
            closed = true;
            current = link;
            lock.notifyAll();
        }
        if (current != null) {
            current.abort();
        }
    }

    /** Tracks the notifications and their times across all connections of the watch. Not thread-safe. */
    private final class Arrivals {
        private long uidValidity = -1;
        /** UID of the next message to report; below 0 before the first connection. */
        private long nextUid = -1;

        private boolean open;
        private boolean reachedWait;
        private int exists;
        /** The times at which the messages that are not yet fetched were announced, oldest first. */
        private long[] announcedNanos = new long[0];

        private int announced;
        private int notified;

        /** Opens the inbox, which announces the messages since the last connection. */
        void open(ImapWire wire) throws MailFailure {
            open = false;
            exists = 0;
            announced = 0;
            wire.listen(this::untagged);
            Opened opening = wire.open("EXAMINE", new Argument().writeAtom("INBOX"));
            if (opening.uidNext < 0) {
                throw new MailFailure(MailError.PROTOCOL, "EXAMINE without UIDNEXT", true);
            }
            boolean first = nextUid < 0 || uidValidity != opening.uidValidity;
            uidValidity = opening.uidValidity;
            if (first) {
                nextUid = opening.uidNext;
                listener.watchStarted(clock.getAsLong());
            } else if (opening.uidNext > nextUid) {
                announce(1);
            }
            open = true;
        }

        private void untagged(IMAPResponse response) throws ProtocolException {
            if (response.keyEquals("EXISTS")) {
                int count = response.getNumber();
                if (open && count > exists) {
                    counts.add(MailMeasure.PUSHES, 1);
                    announce(count - exists);
                }
                exists = count;
            } else if (response.keyEquals("EXPUNGE")) {
                expunged(response.getNumber());
            } else if (response.keyEquals("FETCH")) {
                fetched(Fetched.read(response));
            }
        }

        private void announce(int messages) {
            long now = clock.getAsLong();
            if (announced + messages > announcedNanos.length) {
                announcedNanos = Arrays.copyOf(announcedNanos, announced + Math.max(messages, 4));
            }
            Arrays.fill(announcedNanos, announced, announced + messages, now);
            announced += messages;
        }

        private void expunged(int sequence) {
            exists--;
            int index = sequence - 1 - (exists + 1 - announced);
            if (index >= 0 && index < announced) {
                System.arraycopy(announcedNanos, index + 1, announcedNanos, index, announced - index - 1);
                announced--;
            }
        }

        private void fetched(Fetched message) {
            if (message.uid < nextUid || message.sizeBytes < 0) {
                // The range n:* always includes the last message. Other responses without a size report changed flags.
                return;
            }
            nextUid = message.uid + 1;
            long announcedAt = announced == 0 ? clock.getAsLong() : announcedNanos[Math.min(notified, announced - 1)];
            notified++;
            if (message.token != null) {
                listener.arrived(message.token, announcedAt);
            }
        }

        /** Returns whether an announced message is not yet fetched. */
        boolean hasPending() {
            return announced > 0;
        }

        /** Fetches the announced messages. */
        void fetchAnnounced(ImapWire wire) throws MailFailure {
            while (announced > 0) {
                notified = 0;
                int before = announced;
                wire.run("UID FETCH " + nextUid + ":* " + ImapConnection.LIST_ITEMS, null);
                int fetchedCount = Math.min(Math.max(notified, Math.min(before, announced)), announced);
                System.arraycopy(announcedNanos, fetchedCount, announcedNanos, 0, announced - fetchedCount);
                announced -= fetchedCount;
            }
            reachedWait = true;
        }

        /** Returns whether the watch waited for mail on the last connection, and resets this state. */
        boolean resetReachedWait() {
            boolean hadReachedWait = reachedWait;
            reachedWait = false;
            return hadReachedWait;
        }
    }

    /** Receives notifications; called on the thread of the watch. */
    @FunctionalInterface
    public interface Listener {
        /** A message with a token arrived; its announcement was read at this time on the clock of the watch. */
        void arrived(String token, long arrivedNanos);

        /**
         * The watch reports all mail that arrives from now on. Called again only if the server has recreated the
         * inbox.
         */
        default void watchStarted(long nowNanos) {}
    }
}
