// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;

/**
 * Deletes the runs that the policy does not keep, in passes. Any thread; the passes run in a separate thread.
 *
 * <p>A pass reads all runs once and removes those that {@link RetentionChoice} names, each after a last check and an
 * entry in the audit log. A pass is bounded; the next one continues.
 */
final class Retention implements AutoCloseable {
    /** Delay after a change of the policy, in which a person can notice a mistake. */
    static final Duration AFTER_CHANGE = Duration.ofHours(1);

    /** Delay after a restore: the runs may differ from those for which the policy was made. */
    static final Duration AFTER_RESTORE = Duration.ofDays(1);

    static final Duration AFTER_START = Duration.ofMinutes(10);
    static final Duration BETWEEN_PASSES = Duration.ofHours(1);
    static final Duration BEFORE_MORE = Duration.ofMinutes(1);
    static final int MOST_RUNS = 100;

    /** Most by which the clock may be ahead of the last pass, or of the last change of the policy, to be trusted. */
    static final Duration MOST_AHEAD = Duration.ofDays(31);

    /** Action of a deletion in the journal. */
    static final String ACTION = "retention delete run";

    private static final System.Logger LOG = System.getLogger(Retention.class.getName());
    private static final Duration LONGEST_PASS = Duration.ofMinutes(2);
    private static final long TICK_MILLIS = 1_000;

    /** Tolerance of the clock: it was set if it moves back by more, or forward by more than hours between two ticks. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    private final RunInventory inventory;
    private final RunChanges changes;
    private final RetentionStore store;
    private final Journal journal;
    private final InstantSource clock;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread =
            Thread.ofPlatform().daemon().name("plateau-retention").unstarted(this::follow);

    /** Held by the one pass at a time. */
    private final ReentrantLock passing = new ReentrantLock();
    /** Held while one run is removed, and while the policy is changed: no run is removed by an earlier policy. */
    private final ReentrantLock deciding = new ReentrantLock();

    private volatile RetentionStore.Kept kept;
    private Instant next;
    private Instant seen;

    Retention(RunInventory inventory, RunChanges changes, RetentionStore store, Journal journal, InstantSource clock) {
        this.inventory = inventory;
        this.changes = changes;
        this.store = store;
        this.journal = journal;
        this.clock = clock;
        kept = store.policy();
        seen = clock.instant();
        next = first(kept, seen);
    }

    /** A stored time from before the clock was set back may be far ahead. */
    private static Instant first(RetentionStore.Kept kept, Instant now) {
        Instant soon = now.plus(AFTER_START);
        Instant wanted = kept.appliesFrom();
        Instant latest = now.plus(AFTER_RESTORE);
        if (wanted == null || wanted.isBefore(soon)) {
            return soon;
        }
        return wanted.isAfter(latest) ? latest : wanted;
    }

    /** Why a run is removed, for the audit log. */
    private record RemovalReason(RetentionChoice.Rule rule, String reason, long sizeBytes) {}

    /** The present state. */
    record State(RetentionStore.Kept kept, @Nullable Instant nextPassAt, Optional<RetentionPass> lastPass) {}

    State state() {
        RetentionStore.Kept now = kept;
        return new State(now, now.policy().isOff() ? null : next(), store.lastPass());
    }

    private synchronized Instant next() {
        return next;
    }

    private synchronized void setNext(Instant at) {
        next = at;
    }

    /** Sets the policy. Once this returns no run is removed by the earlier one. */
    void set(RetentionPolicy policy, String by) {
        deciding.lock();
        try {
            Instant now = clock.instant();
            Instant from = now.plus(AFTER_CHANGE);
            RetentionStore.Kept changed = new RetentionStore.Kept(policy, by, now, from);
            store.put(changed);
            kept = changed;
            setNext(from);
        } finally {
            deciding.unlock();
        }
    }

    /** Starts the passes. */
    void start() {
        thread.start();
    }

    private void follow() {
        try {
            do {
                try {
                    step();
                } catch (RuntimeException | Error e) {
                    LOG.log(System.Logger.Level.WARNING, "Old runs cannot be removed; the attempt is repeated.", e);
                }
            } while (!closed.await(TICK_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs a pass if one is due. */
    void step() {
        if (!passing.tryLock()) {
            return;
        }
        try {
            if (isDue()) {
                pass();
            }
        } finally {
            passing.unlock();
        }
    }

    private synchronized boolean isDue() {
        Instant now = clock.instant();
        boolean isSet = now.isBefore(seen.minus(SLACK)) || now.isAfter(seen.plus(BETWEEN_PASSES));
        seen = now;
        if (isSet) {
            next = now.plus(BETWEEN_PASSES);
        }
        return !kept.policy().isOff() && !now.isBefore(next);
    }

    private void pass() {
        Instant now = clock.instant();
        RetentionStore.Kept used = kept;
        setNext(now.plus(BETWEEN_PASSES));
        if (isFarAhead(used, now)) {
            return;
        }
        RetentionPass pass = RetentionPass.begun(now);
        store.put(pass);
        try {
            for (RetentionChoice.Going going :
                    RetentionChoice.of(used.policy(), inventory.all(), now).going()) {
                if (isEnough(pass)) {
                    pass = pass.withMore();
                    break;
                }
                Optional<RetentionPass> after = remove(used, going, pass);
                if (after.isEmpty()) {
                    break;
                }
                pass = after.get();
                store.put(pass);
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Old runs cannot be removed; the attempt is repeated.", e);
            pass = pass.failed("The runs could not be checked or removed; see the log of the console.");
        }
        store.put(pass.ended(clock.instant()));
        deciding.lock();
        try {
            if (used.equals(kept) && pass.more()) {
                setNext(now.plus(BEFORE_MORE));
            }
        } finally {
            deciding.unlock();
        }
    }

    /**
     * Returns whether the clock is further ahead than it can have advanced by itself, and records that. The last time
     * that is trusted is that of the last pass, or of a later change of the policy by a person.
     */
    private boolean isFarAhead(RetentionStore.Kept used, Instant now) {
        RetentionPass last = store.lastPass().orElse(null);
        Instant changed = used.changedAt() == null ? now : used.changedAt();
        Instant known = last == null || last.startedAt().isBefore(changed) ? changed : last.startedAt();
        if (!now.isAfter(known.plus(MOST_AHEAD))) {
            return false;
        }
        String reason = "No run is removed, since the clock of this host shows " + now.truncatedTo(ChronoUnit.SECONDS)
                + ", more than " + MOST_AHEAD.toDays() + " days after "
                + known.truncatedTo(ChronoUnit.SECONDS) + ", when runs were last checked or the policy was saved."
                + " If the clock is right, save the policy again.";
        LOG.log(System.Logger.Level.WARNING, reason);
        store.put((last == null ? RetentionPass.begun(known).ended(known) : last).failed(reason));
        return true;
    }

    private boolean isEnough(RetentionPass pass) {
        Duration taken = Duration.between(pass.startedAt(), clock.instant());
        return pass.runs() + pass.left().size() >= MOST_RUNS || taken.isNegative() || taken.compareTo(LONGEST_PASS) > 0;
    }

    /** Removes a run; empty when the pass is over because the policy was changed or the console ends. */
    private Optional<RetentionPass> remove(RetentionStore.Kept used, RetentionChoice.Going going, RetentionPass pass) {
        deciding.lock();
        try {
            if (!used.equals(kept) || closed.getCount() == 0) {
                return Optional.empty();
            }
            return Optional.of(remove(going, pass));
        } finally {
            deciding.unlock();
        }
    }

    private RetentionPass remove(RetentionChoice.Going going, RetentionPass pass) {
        String id = going.run().id();
        AtomicBoolean isWritten = new AtomicBoolean();
        try {
            changes.delete(id, run -> {
                requireSame(going, run);
                write(going, "200");
                isWritten.set(true);
            });
            return pass.removed(going.run());
        } catch (Problem | IOException e) {
            String reason = e instanceof Problem
                    ? String.valueOf(e.getMessage())
                    : "Its folder cannot be moved away (" + e.getMessage() + ").";
            if (isWritten.get()) {
                write(going, "500 " + reason);
            }
            // A person or another console may have deleted it.
            boolean isGone = e instanceof Problem problem && problem.status() == 404;
            return isGone ? pass : pass.refused(new RunChanges.Refused(id, reason));
        }
    }

    private void requireSame(RetentionChoice.Going going, RunFolder run) {
        RunFacts now =
                inventory.read(run.runId(), run.path()).orElseThrow(() -> Problem.notFound("There is no such run."));
        Set<RunFacts.Spare> spares = RetentionChoice.spares(now, clock.instant());
        if (!spares.isEmpty()) {
            throw Problem.conflict("It was changed meanwhile, and is "
                    + spares.stream().map(Documents::word).collect(Collectors.joining(" and ")) + " now.");
        }
        if (!now.datedAt().equals(going.run().datedAt())) {
            throw Problem.conflict("It was changed meanwhile.");
        }
    }

    /** Written before the removal: a surplus entry is better than a run that vanished without one. */
    private void write(RetentionChoice.Going going, String outcome) {
        String asked = Documents.line(
                new RemovalReason(going.rule(), going.reason(), going.run().sizeBytes()));
        journal.write(new Journal.Entry("", Role.ADMIN, "", ACTION, going.run().id(), asked, outcome, ""));
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
