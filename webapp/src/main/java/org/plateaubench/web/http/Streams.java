// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.sse.SseClient;
import io.javalin.http.sse.SseHandler;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The open streams of events: bounded in number, and open only as long as their caller is authorised. Any thread. */
public final class Streams {
    private static final Logger LOG = System.getLogger("org.plateaubench.web");

    static final String VALIDITY = "plateau.validity";

    private static final String EVENTS = "text/event-stream";

    private final ConcurrencyLimit places;
    private final Map<SseClient, BooleanSupplier> clients = new ConcurrentHashMap<>();

    /** Creates the streams, at most as many at once as there are slots. */
    Streams(ConcurrencyLimit places) {
        this.places = places;
    }

    /** Returns the handler that opens a stream. */
    Handler handler(Consumer<SseClient> consumer) {
        return context -> {
            String accepted = context.header("Accept");
            if (accepted == null || !accepted.contains(EVENTS)) {
                throw new Problem(
                        406, "This route answers with a stream of events; send the header Accept: " + EVENTS + ".");
            }
            ConcurrencyLimit.Place place = places.take(context);
            try {
                serve(context, consumer, place);
            } catch (Exception e) {
                // The caller left before the stream began.
                place.close();
                throw e;
            }
        };
    }

    private void serve(Context context, Consumer<SseClient> consumer, ConcurrencyLimit.Place place) {
        @Nullable BooleanSupplier validity = context.attribute(VALIDITY);
        // The stream continues in another thread after this returns.
        new SseHandler(client -> {
                    try {
                        clients.put(client, validity == null ? () -> true : validity);
                        context.req().getAsyncContext().addListener(new End(() -> {
                            clients.remove(client);
                            place.close();
                        }));
                        consumer.accept(client);
                    } catch (Exception e) {
                        clients.remove(client);
                        place.close();
                        throw e;
                    }
                })
                .handle(context);
    }

    /** Ends the streams of callers who are no longer authorised: signed out, disabled, or with an expired token. */
    public void endInvalid() {
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

    /** Returns the number of open streams. */
    public int count() {
        return places.taken();
    }

    /** Runs a task once, whichever event ends a stream. */
    private static final class End implements AsyncListener {
        private final Runnable task;
        private boolean done;

        End(Runnable task) {
            this.task = task;
        }

        private synchronized void once() {
            if (!done) {
                done = true;
                task.run();
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {
            once();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            once();
        }

        @Override
        public void onError(AsyncEvent event) {
            once();
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }
}
