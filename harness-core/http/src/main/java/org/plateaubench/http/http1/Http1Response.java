// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http1;

import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpResponse;

/** A response as a view of its reader's data. */
final class Http1Response implements HttpResponse {
    private static final byte[] NOTHING = {};

    private final ResponseReader reader;
    private long sentBytes;
    private boolean reusable;
    private boolean released;

    Http1Response(ResponseReader reader) {
        this.reader = reader;
    }

    void complete(long sent, boolean mayBeReused) {
        sentBytes = sent;
        reusable = mayBeReused;
        released = false;
    }

    void release() {
        released = true;
    }

    private byte[] bytes() {
        if (released) {
            throw new IllegalStateException("the response is no longer valid: its connection has released it");
        }
        return reader.buffer().bytes();
    }

    @Override
    public int status() {
        return reader.status();
    }

    @Override
    public int headerCount() {
        return reader.fields().count();
    }

    @Override
    public String headerName(int index) {
        return reader.fields().name(bytes(), index);
    }

    @Override
    public String headerValue(int index) {
        return reader.fields().value(bytes(), index);
    }

    @Override
    public boolean headerIs(int index, String name) {
        return reader.fields().nameIs(bytes(), index, name);
    }

    @Override
    public @Nullable String header(String name) {
        byte[] bytes = bytes();
        Fields fields = reader.fields();
        for (int i = 0; i < fields.count(); i++) {
            if (fields.nameIs(bytes, i, name)) {
                return fields.value(bytes, i);
            }
        }
        return null;
    }

    @Override
    public long contentLength() {
        return reader.framing().contentLength();
    }

    @Override
    public byte[] bodyArray() {
        return reader.discarded() ? NOTHING : bytes();
    }

    @Override
    public int bodyOffset() {
        return reader.discarded() ? 0 : reader.bodyStart();
    }

    @Override
    public int bodyLength() {
        return reader.bodyLength();
    }

    @Override
    public boolean bodyDiscarded() {
        return reader.discarded();
    }

    @Override
    public long sentBytes() {
        return sentBytes;
    }

    @Override
    public long receivedBytes() {
        return reader.buffer().receivedBytes();
    }

    @Override
    public boolean reusable() {
        return reusable;
    }
}
