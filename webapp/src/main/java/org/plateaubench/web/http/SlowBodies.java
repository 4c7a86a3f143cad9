// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

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
 * Gives up bodies that trickle in. {@link SlowRequests} can only close whole connections, and one of HTTP/2 carries other
 * requests too. Any thread.
 */
final class SlowBodies extends Handler.Wrapper {
    private final Duration arrival;

    /**
     * Before a handler that is set later.
     *
     * @param arrival a body that has not come whole within this is given up, at the next part of it
     */
    SlowBodies(Duration arrival) {
        this.arrival = arrival;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        return super.handle(new Awaited(request, arrival), response, callback);
    }

    /** A request whose body somebody waits for. One thread at a time. */
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
