// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.webhooks;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.StringRequestContent;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to webhooks: in the background, a bounded number at a time and in waiting, each attempt within a
 * deadline, without following redirects, and again after growing pauses until it was taken. What waits is lost when the
 * console ends. Any thread.
 */
final class WebhookSender implements AutoCloseable {
    /** Pauses before the second attempt and all further ones. */
    static final List<Duration> PAUSES = List.of(
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30));

    /** Most messages in waiting: more mean a receiver that is away, and the newest are dropped. */
    static final int MOST_WAITING = 200;

    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final int MOST_ANSWER_BYTES = 16 * 1024;
    private static final System.Logger LOG = System.getLogger(WebhookSender.class.getName());

    private final HttpClient http = new HttpClient();
    private final ScheduledExecutorService worker = Executors.newScheduledThreadPool(
            2, Thread.ofPlatform().daemon().name("console-webhook-", 0).factory());
    private final Semaphore places = new Semaphore(MOST_WAITING);
    private final Map<String, Outcome> last = new ConcurrentHashMap<>();
    private final Set<String> forgotten = ConcurrentHashMap.newKeySet();
    private final InstantSource clock;
    private final List<Duration> pauses;

    /**
     * The last attempt to reach a webhook.
     *
     * @param at when it ended
     * @param event what it was about
     * @param attempt its number, from 1
     * @param status status of the answer; null without one
     * @param problem why the message was not taken, a sentence; null when it was
     */
    record Outcome(
            Instant at,
            Webhook.Event event,
            int attempt,
            @Nullable Integer status,
            @Nullable String problem) {}

    WebhookSender(PublicAddresses addresses, InstantSource clock, List<Duration> pauses) throws IOException {
        this.clock = clock;
        this.pauses = pauses;
        http.setSocketAddressResolver(addresses);
        http.setFollowRedirects(false);
        http.setConnectTimeout(LONGEST.toMillis());
        http.setAddressResolutionTimeout(LONGEST.toMillis());
        http.setUserAgentField(null);
        try {
            http.start();
        } catch (Exception e) {
            throw new IOException("webhooks cannot be sent: " + e.getMessage(), e);
        }
    }

    /** Sends a message, soon. */
    void send(Delivery delivery) {
        if (!places.tryAcquire()) {
            failed(delivery, 0, null, "too many messages wait; this one was dropped.");
            return;
        }
        later(delivery, 1, Duration.ZERO);
    }

    /** Returns the last attempt to reach a webhook, if any. */
    Optional<Outcome> last(String id) {
        return Optional.ofNullable(last.get(id));
    }

    /** Forgets a webhook; what waits for it is not sent. */
    void forget(String id) {
        forgotten.add(id);
        last.remove(id);
    }

    private void later(Delivery delivery, int attempt, Duration pause) {
        try {
            var _ = worker.schedule(() -> attempt(delivery, attempt), pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            places.release();
        }
    }

    private void attempt(Delivery delivery, int attempt) {
        if (forgotten.contains(delivery.hook().id())) {
            places.release();
            return;
        }
        boolean isTaken = false;
        try {
            ContentResponse answer = post(delivery);
            isTaken = answer.getStatus() / 100 == 2;
            if (isTaken) {
                last.put(
                        delivery.hook().id(),
                        new Outcome(clock.instant(), delivery.event(), attempt, answer.getStatus(), null));
            } else {
                failed(delivery, attempt, answer.getStatus(), "it answered with status " + answer.getStatus() + ".");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            failed(delivery, attempt, null, "it did not answer within " + LONGEST.toSeconds() + " s.");
        } catch (ExecutionException e) {
            failed(delivery, attempt, null, sentence(e));
        } catch (RuntimeException e) {
            failed(delivery, attempt, null, "the message could not be sent (" + e + ").");
        }
        if (!isTaken && attempt <= pauses.size() && !Thread.currentThread().isInterrupted()) {
            later(delivery, attempt + 1, pauses.get(attempt - 1));
        } else {
            places.release();
        }
    }

    private ContentResponse post(Delivery delivery) throws InterruptedException, TimeoutException, ExecutionException {
        long timestamp = clock.instant().getEpochSecond();
        Request request = http.POST(delivery.hook().address())
                .timeout(LONGEST.toMillis(), TimeUnit.MILLISECONDS)
                .headers(headers -> headers.add("User-Agent", "Plateau")
                        .add("X-Plateau-Event", delivery.event().word())
                        .add("X-Plateau-Delivery", delivery.id())
                        .add("X-Plateau-Timestamp", Long.toString(timestamp))
                        .add("X-Plateau-Signature", delivery.signature(timestamp)))
                .body(new StringRequestContent("application/json", delivery.body()));
        return new CompletableResponseListener(request, MOST_ANSWER_BYTES)
                .send()
                .get(LONGEST.toMillis() + 1000, TimeUnit.MILLISECONDS);
    }

    private static String sentence(ExecutionException failure) {
        Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
        return cause instanceof TimeoutException
                ? "it did not answer within " + LONGEST.toSeconds() + " s."
                : cause.getMessage() == null ? cause.getClass().getSimpleName() + "." : cause.getMessage() + ".";
    }

    private void failed(Delivery delivery, int attempt, @Nullable Integer status, String problem) {
        last.put(delivery.hook().id(), new Outcome(clock.instant(), delivery.event(), attempt, status, problem));
        LOG.log(
                System.Logger.Level.DEBUG,
                "webhook {0}, attempt {1}: {2}",
                delivery.hook().id(),
                attempt,
                problem);
    }

    @Override
    public void close() {
        worker.shutdownNow();
        try {
            http.stop();
        } catch (Exception e) {
            LOG.log(System.Logger.Level.DEBUG, "the client of webhooks did not stop cleanly", e);
        }
    }
}
