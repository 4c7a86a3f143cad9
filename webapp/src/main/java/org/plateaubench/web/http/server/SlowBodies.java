// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http.server;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.NanoTime;
import org.jspecify.annotations.Nullable;

/**
 * Aborts slow bodies. {@link SlowRequests} can only close whole connections, and one of HTTP/2 carries several
 * requests. Any thread.
 */
final class SlowBodies extends Handler.Wrapper {
    private final Duration arrival;

    /**
     * Creates the handler; the next one is set later.
     *
     * @param arrival time limit for receiving a body, checked at each part
     */
    SlowBodies(Duration arrival) {
        this.arrival = arrival;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        return super.handle(new Awaited(request, arrival), response, callback);
    }

    /** A request whose body a handler reads. One thread at a time. */
    private static final class Awaited extends Request.Wrapper {
        private final long end;
        private Content.@Nullable Chunk failure;

        Awaited(Request request, Duration arrival) {
            super(request);
            end = NanoTime.now() + arrival.toNanos();
        }

        @Override
        public void demand(Runnable whenThere) {
            if (NanoTime.until(end) > 0) {
                super.demand(whenThere);
            } else {
                failure = Content.Chunk.from(new TimeoutException("the body came too slowly"));
                whenThere.run();
            }
        }

        @Override
        public Content.Chunk read() {
            return failure == null ? super.read() : failure;
        }
    }
}
