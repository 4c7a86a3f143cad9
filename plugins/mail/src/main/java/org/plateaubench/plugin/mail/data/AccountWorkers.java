// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.spi.SutException;

/** Works on many accounts, some at a time. The first failure, or an interrupt, ends all work. */
final class AccountWorkers {
    private static final int ABORT_SECONDS = 10;

    private final MailSite site;
    private final MailSockets sockets;
    private final @Nullable DavConnections davConnections;
    private final int workers;

    /**
     * Creates workers for a site.
     *
     * @param davConnections to calendars and contacts; null where the data has none
     */
    AccountWorkers(MailSite site, MailSockets sockets, @Nullable DavConnections davConnections, int workers) {
        this.site = site;
        this.sockets = sockets;
        this.davConnections = davConnections;
        this.workers = workers;
    }

    /** The work on an account. */
    @FunctionalInterface
    interface Work {
        void on(Account account, MailboxAccess access) throws MailFailure, SutException, InterruptedException;
    }

    /** Works on the accounts of these numbers, and returns when all workers have ended. */
    void run(List<Integer> accounts, Work work) throws SutException, InterruptedException {
        if (accounts.isEmpty()) {
            return;
        }
        MailboxAccess access = new MailboxAccess(site, sockets, davConnections);
        AtomicInteger next = new AtomicInteger();
        int count = Math.min(workers, accounts.size());
        ExecutorService threads = Executors.newFixedThreadPool(
                count, Thread.ofPlatform().daemon().name("mail data ", 1).factory());
        ExecutorCompletionService<Boolean> service = new ExecutorCompletionService<>(threads);
        Callable<Boolean> worker = () -> {
            for (int i = next.getAndIncrement(); i < accounts.size(); i = next.getAndIncrement()) {
                one(site.account(accounts.get(i)), access, work);
            }
            return true;
        };
        try {
            for (int i = 0; i < count; i++) {
                service.submit(worker);
            }
            for (int i = 0; i < count; i++) {
                service.take().get();
            }
        } catch (ExecutionException e) {
            throw failure(Objects.requireNonNullElse(e.getCause(), e));
        } finally {
            threads.shutdownNow();
            access.abort();
            threads.awaitTermination(ABORT_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static void one(Account account, MailboxAccess access, Work work)
            throws SutException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        try {
            work.on(account, access);
        } catch (MailFailure e) {
            throw new SutException("The mailbox of " + account + ": " + e.getMessage() + ".", e);
        }
    }

    private static SutException failure(Throwable cause) {
        return cause instanceof SutException known
                ? known
                : new SutException("Work on the mailboxes failed: " + cause, cause);
    }
}
