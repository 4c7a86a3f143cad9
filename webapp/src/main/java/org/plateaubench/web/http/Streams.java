// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.sse.SseClient;
import io.javalin.http.sse.SseHandler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The open streams of events. They are open only as long as their caller is authorised. Thread-safe. */
public final class Streams {
    private static final Logger LOG = System.getLogger("org.plateaubench.web");

    private static final String VALIDITY = "plateau.validity";

    private static final String EVENTS = "text/event-stream";

    private final Map<SseClient, BooleanSupplier> clients = new ConcurrentHashMap<>();

    /** Sets the check whether a stream that answers a request may continue. */
    public static void openWhile(Context context, BooleanSupplier validity) {
        context.attribute(VALIDITY, validity);
    }

    Handler handler(Consumer<SseClient> consumer) {
        return context -> {
            String accepted = context.header("Accept");
            if (accepted == null || !accepted.contains(EVENTS)) {
                throw new Problem(
                        406, "This route answers with a stream of events; send the header Accept: " + EVENTS + ".");
            }
            @Nullable BooleanSupplier validity = context.attribute(VALIDITY);
            // The stream continues in another thread after this returns.
            new SseHandler(client -> {
                        clients.put(client, validity == null ? () -> true : validity);
                        consumer.accept(client);
                    })
                    .handle(context);
        };
    }

    /** Ends the streams of callers who are no longer authorised: signed out, disabled, or with an expired token. */
    public void endInvalid() {
        clients.keySet().removeIf(SseClient::terminated);
        RuntimeException failure = null;
        for (Map.Entry<SseClient, BooleanSupplier> client : clients.entrySet()) {
            try {
                if (!client.getValue().getAsBoolean()) {
                    client.getKey().close();
                }
            } catch (RuntimeException e) {
                // The remaining streams are checked nevertheless, and this one again; all may fail for the same reason.
                failure = e;
            }
        }
        if (failure != null) {
            LOG.log(Level.WARNING, "it cannot be checked whether live views may continue", failure);
        }
    }

    public int count() {
        clients.keySet().removeIf(SseClient::terminated);
        return clients.size();
    }
}
