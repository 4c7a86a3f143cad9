// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import org.plateaubench.http.HttpSettings;

/** A source of the bytes of a response in pieces; the reader's result is summarized as a text. */
final class FedResponse implements ReadBuffer.Source {
    private final byte[] bytes;
    private final int[] cuts;
    private int at;
    private int nextCut;

    /** Splits the bytes at the cuts. */
    FedResponse(byte[] bytes, int... cuts) {
        this.bytes = bytes;
        this.cuts = cuts;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        while (nextCut < cuts.length && cuts[nextCut] <= at) {
            nextCut++;
        }
        int end = nextCut < cuts.length ? cuts[nextCut] : bytes.length;
        int count = Math.min(length, end - at);
        if (at == bytes.length) {
            return -1;
        }
        System.arraycopy(bytes, at, into, offset, count);
        at += count;
        return count;
    }

    /** The value that was read, or the problem with it. */
    static String read(ResponseReader reader, String method, boolean discard, String bytes, int... cuts) {
        FedResponse source = new FedResponse(bytes.getBytes(ISO_8859_1), cuts);
        reader.begin();
        try {
            reader.readHeader(source);
            reader.readBody(source, method.equals("HEAD"), discard);
        } catch (ResponseProblem e) {
            return e.kind().errorClass();
        } catch (IOException e) {
            return "not expected: " + e;
        }
        return summary(reader);
    }

    static ResponseReader reader() {
        return new ResponseReader(HttpSettings.defaults().withLimits(10, 400, 1000));
    }

    private static String summary(ResponseReader reader) {
        StringBuilder text = new StringBuilder().append(reader.status());
        for (int i = 0; i < reader.headerCount(); i++) {
            text.append(' ').append(reader.headerName(i)).append('=').append(reader.headerValue(i));
        }
        String body = reader.bodyDiscarded() ? "*".repeat(reader.bodyLength()) : reader.bodyText(ISO_8859_1);
        return text.append(" [")
                .append(body)
                .append(reader.reusable() ? "]" : "] close")
                .toString();
    }
}
