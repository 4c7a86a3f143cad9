// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.webhooks;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.StringRequestContent;
import org.plateaubench.engine.document.Documents;

/**
 * Sends messages to webhooks in the background, separately for each webhook. The number of waiting messages is bounded,
 * each attempt has a deadline, and redirects are not followed. A message is sent again after growing pauses until it is
 * accepted. Waiting messages are lost when the console ends. Any thread.
 */
final class WebhookSender implements AutoCloseable {
    /** Pauses before the second attempt and all further ones. */
    static final List<Duration> PAUSES = List.of(
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30));

    private static final int MOST_ANSWER_BYTES = 16 * 1024;
    private static final System.Logger LOG = System.getLogger(WebhookSender.class.getName());

    private final HttpClient http = new HttpClient();
    private final Map<String, WebhookQueue> queues = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private final List<Duration> pauses;

    WebhookSender(PublicAddresses addresses, InstantSource clock, List<Duration> pauses) throws IOException {
        this.clock = clock;
        this.pauses = pauses;
        http.setSocketAddressResolver(addresses);
        http.setFollowRedirects(false);
        http.setConnectTimeout(WebhookQueue.LONGEST.toMillis());
        http.setAddressResolutionTimeout(WebhookQueue.LONGEST.toMillis());
        http.setUserAgentField(null);
        try {
            http.start();
        } catch (Exception e) {
            throw new IOException("webhooks cannot be sent: " + e.getMessage(), e);
        }
    }

    /** Sends a message, soon. */
    void send(Delivery delivery) {
        queues.computeIfAbsent(delivery.hook().id(), _ -> new WebhookQueue(this::status, clock, pauses))
                .send(delivery);
    }

    /** Returns the last attempt to reach a webhook, if any. */
    Optional<WebhookQueue.Outcome> last(String id) {
        return Optional.ofNullable(queues.get(id)).flatMap(WebhookQueue::last);
    }

    /** Removes a webhook and drops its waiting messages. The caller must not send to it afterwards. */
    void forget(String id) {
        WebhookQueue queue = queues.remove(id);
        if (queue != null) {
            queue.close();
        }
    }

    private int status(Delivery delivery) throws InterruptedException, TimeoutException, ExecutionException {
        long timestamp = clock.instant().getEpochSecond();
        Request request = http.POST(delivery.hook().address())
                .timeout(WebhookQueue.LONGEST.toMillis(), TimeUnit.MILLISECONDS)
                .headers(headers -> headers.add("User-Agent", "Plateau")
                        .add("X-Plateau-Event", Documents.word(delivery.event()))
                        .add("X-Plateau-Delivery", delivery.id())
                        .add("X-Plateau-Timestamp", Long.toString(timestamp))
                        .add("X-Plateau-Signature", delivery.signature(timestamp)))
                .body(new StringRequestContent("application/json", delivery.body()));
        return new CompletableResponseListener(request, MOST_ANSWER_BYTES)
                .send()
                .get(WebhookQueue.LONGEST.toMillis() + 1000, TimeUnit.MILLISECONDS)
                .getStatus();
    }

    @Override
    public void close() {
        queues.values().forEach(WebhookQueue::close);
        try {
            http.stop();
        } catch (Exception e) {
            LOG.log(System.Logger.Level.DEBUG, "the client of webhooks did not stop cleanly", e);
        }
    }
}
