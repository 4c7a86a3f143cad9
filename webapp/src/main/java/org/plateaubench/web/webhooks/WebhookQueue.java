// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.webhooks;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one webhook, with one attempt at a time. Each webhook has its own queue, so that a slow or
 * unreachable receiver does not delay or displace messages of other webhooks. Any thread.
 */
final class WebhookQueue implements AutoCloseable {
    /**
     * Greatest number of waiting messages. If there are more, the receiver is unreachable, and the newest are dropped.
     */
    static final int MOST_WAITING = 100;

    /** Time limit of one attempt. */
    static final Duration LONGEST = Duration.ofSeconds(10);

    private static final System.Logger LOG = System.getLogger(WebhookQueue.class.getName());

    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("console-webhook-", 0).factory());
    private final Semaphore places = new Semaphore(MOST_WAITING);
    private final Post post;
    private final InstantSource clock;
    private final List<Duration> pauses;
    private volatile @Nullable Outcome last;

    /** Sends one request, which ends within {@link #LONGEST}. */
    @FunctionalInterface
    interface Post {
        /** Returns the status of the answer. */
        int status(Delivery delivery) throws InterruptedException, TimeoutException, ExecutionException;
    }

    /**
     * The last attempt to reach a webhook.
     *
     * @param at time of its end
     * @param event the reported event
     * @param attempt its number, from 1
     * @param status status of the answer; null without an answer
     * @param problem why the message was not accepted, one sentence; null if it was
     */
    record Outcome(
            Instant at,
            Webhook.Event event,
            int attempt,
            @Nullable Integer status,
            @Nullable String problem) {}

    /** @param pauses pauses before the second attempt and all further ones */
    WebhookQueue(Post post, InstantSource clock, List<Duration> pauses) {
        this.post = post;
        this.clock = clock;
        this.pauses = List.copyOf(pauses);
    }

    /** Sends a message, soon. */
    void send(Delivery delivery) {
        if (!places.tryAcquire()) {
            ended(delivery, 0, null, "too many messages wait; this one was dropped.");
            return;
        }
        later(delivery, 1, Duration.ZERO);
    }

    /** Returns the last attempt, if any. */
    Optional<Outcome> last() {
        return Optional.ofNullable(last);
    }

    private void later(Delivery delivery, int attempt, Duration pause) {
        try {
            var _ = worker.schedule(() -> attempt(delivery, attempt), pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            places.release(); // The webhook was removed, or the console ends.
        }
    }

    private void attempt(Delivery delivery, int attempt) {
        boolean isTaken = false;
        try {
            int status = post.status(delivery);
            isTaken = status / 100 == 2;
            ended(delivery, attempt, status, isTaken ? null : "it answered with status " + status + ".");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            ended(delivery, attempt, null, late());
        } catch (ExecutionException e) {
            ended(delivery, attempt, null, sentence(e));
        } catch (RuntimeException e) {
            ended(delivery, attempt, null, "the message could not be sent (" + e + ").");
        }
        if (!isTaken && attempt <= pauses.size() && !Thread.currentThread().isInterrupted()) {
            later(delivery, attempt + 1, pauses.get(attempt - 1));
        } else {
            places.release();
        }
    }

    private static String late() {
        return "it did not answer within " + LONGEST.toSeconds() + " s.";
    }

    private static String sentence(ExecutionException failure) {
        Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
        return cause instanceof TimeoutException
                ? late()
                : cause.getMessage() == null ? cause.getClass().getSimpleName() + "." : cause.getMessage() + ".";
    }

    private void ended(Delivery delivery, int attempt, @Nullable Integer status, @Nullable String problem) {
        last = new Outcome(clock.instant(), delivery.event(), attempt, status, problem);
        LOG.log(
                System.Logger.Level.DEBUG,
                "webhook {0}, attempt {1}: {2}",
                delivery.hook().id(),
                attempt,
                problem);
    }

    /** Ends the attempt in progress and drops the waiting messages. */
    @Override
    public void close() {
        worker.shutdownNow();
    }
}
