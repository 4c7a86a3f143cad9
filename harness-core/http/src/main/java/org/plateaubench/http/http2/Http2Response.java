// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http2;

import org.eclipse.jetty.http.HttpField;
import org.plateaubench.http.HttpResponse;

/** The response of an HTTP/2 exchange. */
final class Http2Response implements HttpResponse {
    private static final byte[] NOTHING = {};

    private final Http2Exchange exchange;
    private final long sentBytes;
    private final boolean reusable;

    Http2Response(Http2Exchange exchange, long sentBytes, boolean reusable) {
        this.exchange = exchange;
        this.sentBytes = sentBytes;
        this.reusable = reusable;
    }

    @Override
    public int status() {
        return exchange.status();
    }

    @Override
    public int headerCount() {
        return exchange.fields().size();
    }

    @Override
    public String headerName(int index) {
        return exchange.fields().get(index).getName();
    }

    @Override
    public String headerValue(int index) {
        String value = exchange.fields().get(index).getValue();
        return value == null ? "" : value;
    }

    @Override
    public long contentLength() {
        for (HttpField field : exchange.fields()) {
            if (field.getName().equalsIgnoreCase("content-length")) {
                return field.getLongValue();
            }
        }
        return UNKNOWN_LENGTH;
    }

    @Override
    public byte[] bodyArray() {
        return exchange.discarded() ? NOTHING : exchange.body();
    }

    @Override
    public int bodyOffset() {
        return 0;
    }

    @Override
    public int bodyLength() {
        return exchange.bodyLength();
    }

    @Override
    public boolean bodyDiscarded() {
        return exchange.discarded();
    }

    @Override
    public long sentBytes() {
        return sentBytes;
    }

    @Override
    public long receivedBytes() {
        return exchange.receivedBytes();
    }

    @Override
    public boolean reusable() {
        return reusable;
    }
}
