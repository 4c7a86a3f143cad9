// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;

/** One connection of a browser, with the state of its exchanges. Used only by the thread that has borrowed it. */
final class PooledConnection {
    private final HttpConnection connection;
    private final HttpRequest request = new HttpRequest();
    /** Greatest decoded length of a compressed body. */
    private static final int MAX_DECODED_BYTES = 64 << 20;

    private final LongSupplier nanoTime;
    private @Nullable ContentDecoder decoder;
    private long connectsSeen;
    private long retriesSeen;
    private final AtomicLong number = new AtomicLong();

    PooledConnection(HttpConnection connection, LongSupplier nanoTime) {
        this.connection = connection;
        this.nanoTime = nanoTime;
    }

    HttpConnection connection() {
        return connection;
    }

    HttpRequest request() {
        return request;
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    /** Number of the exchange whose response is valid. */
    long number() {
        return number.get();
    }

    HttpResponse exchange(TrafficCount traffic, boolean conditional) throws HttpFailure {
        invalidateResponse();
        traffic.request(conditional);
        try {
            HttpResponse response = connection.exchange(request);
            traffic.response(response);
            return response;
        } finally {
            count(traffic);
        }
    }

    void connect(TrafficCount traffic) throws HttpFailure {
        try {
            connection.connect();
        } finally {
            count(traffic);
        }
    }

    private void count(TrafficCount traffic) {
        long connects = connection.connects();
        long retries = connection.retries();
        traffic.connection(connects - connectsSeen, retries - retriesSeen);
        connectsSeen = connects;
        retriesSeen = retries;
    }

    ContentDecoder decoder() {
        ContentDecoder result = decoder;
        if (result == null) {
            result = new ContentDecoder(MAX_DECODED_BYTES);
            decoder = result;
        }
        return result;
    }

    /** Invalidates the response of the last exchange. */
    void invalidateResponse() {
        number.incrementAndGet();
    }

    void release() {
        invalidateResponse();
        decoder = null;
        connection.release();
    }
}
