// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import jakarta.mail.MessagingException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.site.Account;

/**
 * The outbox of one user: it keeps a connection, reconnects silently when the server has closed it, as mail programs
 * do, and retries temporary refusals. One thread at a time, except for {@link #abort}.
 */
public final class Submission implements AutoCloseable {
    private final SubmissionSite site;
    private final Account account;
    private final RetryPolicy retries;
    private final SubmissionEvent.Listener listener;
    private final LongSupplier clock;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition aborted = lock.newCondition();
    private long aborts;
    private @Nullable MailLink link;
    private @Nullable SubmissionTransport transport;
    private boolean unfinished;

    /**
     * Creates an outbox that connects on first use.
     *
     * @param clock clock in nanoseconds, for {@link Submitted#acceptedNanos}
     */
    public Submission(
            SubmissionSite site,
            Account account,
            RetryPolicy retries,
            SubmissionEvent.Listener listener,
            LongSupplier clock) {
        this.site = site;
        this.account = account;
        this.retries = retries;
        this.listener = listener;
        this.clock = clock;
    }

    /** Connects and signs in, unless connected. */
    public void connect() throws MailFailure {
        connect(aborts());
    }

    /**
     * Sends a message and returns its fate for every recipient. A failure is part of the result and not thrown, since
     * the message may be in transit to some recipients.
     */
    public Submitted send(OutgoingMail mail) {
        Submitted result = new Submitted(mail);
        long abortsBefore = aborts();
        try {
            attempt(mail, result, abortsBefore);
            for (Duration pause : retries.pauses()) {
                if (!result.hasUnsent()) {
                    break;
                }
                pause(pause, abortsBefore);
                listener.happened(SubmissionEvent.RETRY, 1);
                attempt(mail, result, abortsBefore);
            }
            result.conclude();
        } catch (MailFailure e) {
            result.failed(e);
        }
        int uncertain = result.count(Submitted.Fate.UNCERTAIN);
        if (uncertain > 0) {
            listener.happened(SubmissionEvent.UNCERTAIN, uncertain);
        }
        return result;
    }

    private void attempt(OutgoingMail mail, Submitted result, long abortsBefore) throws MailFailure {
        boolean kept = isConnected();
        Transaction first = transaction(mail, result, abortsBefore);
        try {
            run(first);
            return;
        } catch (MailFailure e) {
            if (!kept || first.answered() || first.handedOver() || aborts() != abortsBefore) {
                throw e;
            }
        }
        listener.happened(SubmissionEvent.RECONNECT, 1);
        run(transaction(mail, result, abortsBefore));
    }

    private Transaction transaction(OutgoingMail mail, Submitted result, long abortsBefore) throws MailFailure {
        SubmissionTransport connected = connect(abortsBefore);
        if (!connected.supportsExtension("PIPELINING")) {
            listener.happened(SubmissionEvent.UNPIPELINED, 1);
        }
        return new Transaction(connected, Objects.requireNonNull(link), mail, result, clock);
    }

    private void run(Transaction transaction) throws MailFailure {
        boolean lost = true;
        try {
            transaction.run(unfinished);
            unfinished = transaction.unfinished();
            lost = false;
        } finally {
            if (lost) {
                drop();
            }
        }
    }

    private SubmissionTransport connect(long abortsBefore) throws MailFailure {
        SubmissionTransport connected = transport;
        if (connected != null && isConnected()) {
            return connected;
        }
        drop();
        MailLink fresh = site.link();
        adopt(fresh, abortsBefore);
        connected = site.open(fresh, account);
        transport = connected;
        unfinished = false;
        return connected;
    }

    private void adopt(MailLink fresh, long abortsBefore) throws MailFailure {
        lock.lock();
        try {
            if (aborts != abortsBefore) {
                throw cancelled();
            }
            link = fresh;
        } finally {
            lock.unlock();
        }
    }

    private void pause(Duration pause, long abortsBefore) throws MailFailure {
        lock.lock();
        try {
            long left = pause.toNanos();
            while (left > 0 && aborts == abortsBefore) {
                left = aborted.awaitNanos(left);
            }
            if (aborts != abortsBefore) {
                throw cancelled();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cancelled();
        } finally {
            lock.unlock();
        }
    }

    private static MailFailure cancelled() {
        return new MailFailure(MailError.REFUSED_FOR_NOW, "cancelled while waiting to try again", false);
    }

    private long aborts() {
        lock.lock();
        try {
            return aborts;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether there is a connection, without asking the server. */
    public boolean isConnected() {
        MailLink current = link;
        return transport != null && current != null && !current.aborted();
    }

    /** Aborts a connection attempt, a wait for an answer or a wait for a retry. Any thread; does not block. */
    public void abort() {
        MailLink current;
        lock.lock();
        try {
            aborts++;
            current = link;
            aborted.signalAll();
        } finally {
            lock.unlock();
        }
        if (current != null) {
            current.abort();
        }
    }

    private void drop() {
        MailLink current = link;
        transport = null;
        if (current != null) {
            current.abort();
        }
    }

    /** Signs out without waiting for the answer, and closes the connection. It may be opened again. */
    @Override
    public void close() {
        SubmissionTransport connected = transport;
        try {
            if (connected != null && isConnected()) {
                connected.close();
            }
        } catch (MessagingException e) {
            // The connection is closed whether or not the server received the QUIT.
        } finally {
            drop();
        }
    }
}
