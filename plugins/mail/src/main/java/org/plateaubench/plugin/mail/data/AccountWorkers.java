// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.dav.DavConnections.DavUser;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.spi.SutException;

/** Runs work on many accounts, several at a time. The first failure, or an interrupt, ends all work. */
final class AccountWorkers {
    private static final int ABORT_SECONDS = 10;

    private final MailSockets sockets;
    private final @Nullable DavConnections davConnections;
    private final int workers;

    AccountWorkers(MailSockets sockets, @Nullable DavConnections davConnections, int workers) {
        this.sockets = sockets;
        this.davConnections = davConnections;
        this.workers = workers;
    }

    @FunctionalInterface
    interface Work {
        void run(Account account, MailboxAccess access) throws MailFailure, SutException, InterruptedException;
    }

    /** Works on the accounts of these numbers, and returns when all workers have ended. */
    void run(List<Integer> accounts, Work work) throws SutException, InterruptedException {
        if (accounts.isEmpty()) {
            return;
        }
        MailboxAccess access = new MailboxAccess();
        ExecutorService threads = Executors.newFixedThreadPool(
                Math.min(workers, accounts.size()),
                Thread.ofPlatform().daemon().name("mail data ", 1).factory());
        ExecutorCompletionService<Boolean> service = new ExecutorCompletionService<>(threads);
        try {
            for (int number : accounts) {
                service.submit(() -> {
                    work(sockets.site().account(number), access, work);
                    return true;
                });
            }
            for (int i = 0; i < accounts.size(); i++) {
                service.take().get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SutException known
                    ? known
                    : new SutException("Work on the mailboxes failed: " + e.getCause(), e);
        } finally {
            threads.shutdownNow();
            access.abort();
            threads.awaitTermination(ABORT_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static void work(Account account, MailboxAccess access, Work work)
            throws SutException, InterruptedException {
        try {
            work.run(account, access);
        } catch (MailFailure e) {
            throw new SutException("The mailbox of " + account + ": " + e.getMessage() + ".", e);
        }
    }

    /** The connections of one task on many accounts, which can be closed together. Thread-safe. */
    final class MailboxAccess {
        private final Set<Runnable> aborts = ConcurrentHashMap.newKeySet();
        private volatile boolean aborted;

        BulkMailbox open(Account account) throws MailFailure {
            MailLink link = MailLink.imap(sockets, Counts.NONE);
            registerAbort(link::abort);
            return new BulkMailbox(link, account);
        }

        /** Returns calendar and contacts; null where the data has none. */
        @Nullable
        DavUser dav(Account account) {
            if (davConnections == null) {
                return null;
            }
            DavUser user = davConnections.user(account, Counts.NONE);
            registerAbort(user::abort);
            return user;
        }

        private void registerAbort(Runnable abort) {
            aborts.add(abort);
            if (aborted) {
                abort.run();
            }
        }

        /** Closes every connection, including those opened later. */
        void abort() {
            aborted = true;
            aborts.forEach(Runnable::run);
        }
    }
}
