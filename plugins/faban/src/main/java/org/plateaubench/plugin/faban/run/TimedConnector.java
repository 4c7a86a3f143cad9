// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.run;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpThrottle;

/**
 * Creates connections of one user whose exchanges are its timed section. A connection is opened before its section
 * begins, so that the section extends from the first byte of the request to the last byte of the response. Not
 * thread-safe.
 */
final class TimedConnector implements HttpConnector {
    private final HttpConnector connector;
    private final TimedSection section;
    private final LongSupplier nanoTime;
    private final AtomicReference<@Nullable HttpResponse> last = new AtomicReference<>();
    private volatile boolean followsRedirects;

    TimedConnector(HttpConnector connector, TimedSection section, LongSupplier nanoTime) {
        this.connector = connector;
        this.section = section;
        this.nanoTime = nanoTime;
    }

    /** The last response, valid until the next request; null if there was none. */
    @Nullable
    HttpResponse last() {
        return last.get();
    }

    boolean followsRedirects() {
        return followsRedirects;
    }

    void followRedirects(boolean follow) {
        followsRedirects = follow;
    }

    @Override
    public HttpConnection connection(HttpOrigin origin) {
        return new Timed(connector.connection(origin));
    }

    private final class Timed implements HttpConnection {
        private final HttpConnection inner;

        Timed(HttpConnection inner) {
            this.inner = inner;
        }

        @Override
        public HttpResponse exchange(HttpRequest request) throws HttpFailure {
            last.set(null);
            inner.connect();
            section.requestStarts(nanoTime.getAsLong());
            HttpResponse response = inner.exchange(request);
            section.requestEnds(nanoTime.getAsLong());
            last.set(response);
            return followsRedirects ? response : new FinalResponse(response);
        }

        @Override
        public HttpOrigin origin() {
            return inner.origin();
        }

        @Override
        public void connect() throws HttpFailure {
            inner.connect();
        }

        @Override
        public boolean isOpen() {
            return inner.isOpen();
        }

        @Override
        public void throttle(@Nullable HttpThrottle throttle) {
            inner.throttle(throttle);
        }

        @Override
        public void abort() {
            inner.abort();
        }

        @Override
        public void release() {
            inner.release();
        }

        @Override
        public long connects() {
            return inner.connects();
        }

        @Override
        public long repeats() {
            return inner.repeats();
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
