// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.run;

import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpResponse;

/** A response that hides a redirect from the browser, for a driver that follows redirects itself or not at all. */
record FinalResponse(HttpResponse response) implements HttpResponse {
    private static final String LOCATION = "Location";

    @Override
    public @Nullable String header(String name) {
        return name.equalsIgnoreCase(LOCATION) ? null : response.header(name);
    }

    @Override
    public int status() {
        return response.status();
    }

    @Override
    public int headerCount() {
        return response.headerCount();
    }

    @Override
    public String headerName(int index) {
        return response.headerName(index);
    }

    @Override
    public String headerValue(int index) {
        return response.headerValue(index);
    }

    @Override
    public boolean headerIs(int index, String name) {
        return response.headerIs(index, name);
    }

    @Override
    public long contentLength() {
        return response.contentLength();
    }

    @Override
    public byte[] bodyArray() {
        return response.bodyArray();
    }

    @Override
    public int bodyOffset() {
        return response.bodyOffset();
    }

    @Override
    public int bodyLength() {
        return response.bodyLength();
    }

    @Override
    public boolean bodyDiscarded() {
        return response.bodyDiscarded();
    }

    @Override
    public long sentBytes() {
        return response.sentBytes();
    }

    @Override
    public long receivedBytes() {
        return response.receivedBytes();
    }

    @Override
    public boolean reusable() {
        return response.reusable();
    }
}
