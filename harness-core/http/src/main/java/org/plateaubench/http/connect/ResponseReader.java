// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.connect.ReadBuffer.Source;

/**
 * Reads the response of a connection in place and in one pass, and gives access to it. The syntax of HTTP/1 is enforced
 * strictly: lines must end with CR LF, names must be tokens, values must not contain control characters, and the end of
 * the body must be unambiguous.
 */
final class ResponseReader implements HttpResponse {
    private static final byte[] NOTHING = {};
    private static final int SWITCHING = 101;
    private static final int MIN_FINAL = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int STATUS_LINE_BYTES = 12;
    private static final int MAX_INTERIM = 100;
    private static final int PLAIN_CHUNK_LINE_BYTES = 12;
    private static final int MAX_CHUNK_DIGITS = 8;

    private final int maxHeaders;
    private final int maxHeaderBytes;
    private final int maxBodyBytes;
    private final ReadBuffer buffer = new ReadBuffer();
    private final Fields fields = new Fields();
    private final Framing framing = new Framing();

    private int lineStart;
    private int overheadBytes;
    private int interimCount;
    private int status;
    private boolean version10;
    private int bodyStart;
    private int bodyLength;
    private boolean discarded;
    private boolean reusable;
    private boolean released;
    private long sentBytes;

    ResponseReader(HttpSettings settings) {
        maxHeaders = settings.maxHeaders();
        maxHeaderBytes = settings.maxHeaderBytes();
        maxBodyBytes = settings.maxBodyBytes();
    }

    private byte[] bytes() {
        if (released) {
            throw new IllegalStateException("the response is no longer valid: its connection has released it");
        }
        return buffer.bytes();
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public int headerCount() {
        return fields.count();
    }

    @Override
    public String headerName(int index) {
        return fields.name(bytes(), index);
    }

    @Override
    public String headerValue(int index) {
        return fields.value(bytes(), index);
    }

    @Override
    public boolean headerIs(int index, String name) {
        return fields.nameIs(bytes(), index, name);
    }

    @Override
    public byte[] bodyArray() {
        return discarded ? NOTHING : bytes();
    }

    @Override
    public int bodyOffset() {
        return discarded ? 0 : bodyStart;
    }

    @Override
    public int bodyLength() {
        return bodyLength;
    }

    @Override
    public boolean bodyDiscarded() {
        return discarded;
    }

    @Override
    public long sentBytes() {
        return sentBytes;
    }

    @Override
    public long receivedBytes() {
        return buffer.receivedBytes();
    }

    @Override
    public boolean reusable() {
        return reusable;
    }

    /** Adds facts about the request to a response that was read. */
    void complete(long bytesOfRequest, boolean requestIsComplete) {
        sentBytes = bytesOfRequest;
        reusable &= requestIsComplete;
    }

    /** Releases large buffers; the response is then no longer valid. */
    void release() {
        released = true;
        buffer.release();
    }

    void begin() {
        buffer.begin();
        overheadBytes = 0;
        interimCount = 0;
        bodyStart = 0;
        bodyLength = 0;
        discarded = false;
        reusable = false;
        released = false;
        status = 0;
    }

    /** Reads status line and headers of the response, and skips interim responses. */
    void readHeader(Source source) throws IOException {
        do {
            readOneHeader(source);
        } while (!isFinal());
    }

    private boolean isFinal() {
        return status >= MIN_FINAL;
    }

    private void readOneHeader(Source source) throws IOException {
        fields.clear();
        framing.clear();
        status = 0;
        int end = readLine(source, 0);
        readStatusLine(lineStart, end);
        readFields(source, false);
        if (isFinal()) {
            framing.requireUnambiguous(version10);
        } else if (status == SWITCHING || ++interimCount > MAX_INTERIM) {
            throw ResponseProblem.malformed(
                    status == SWITCHING ? "an unrequested change of protocol" : "interim responses without end");
        }
    }

    /**
     * Finds the end of the line that begins at next, and moves next past it. The line extends from lineStart to the
     * returned index.
     */
    private int readLine(Source source, int freeBytes) throws IOException {
        int scanned = 0;
        while (true) {
            byte[] bytes = buffer.bytes();
            int from = buffer.next();
            int available = buffer.available();
            for (; scanned < available; scanned++) {
                if (bytes[from + scanned] == ByteClasses.LF) {
                    return takeLine(bytes, from, scanned, freeBytes);
                }
            }
            requireWithinLimit(scanned - freeBytes);
            buffer.fill(source);
        }
    }

    private int takeLine(byte[] bytes, int from, int length, int freeBytes) throws IOException {
        if (length == 0 || bytes[from + length - 1] != ByteClasses.CR) {
            throw ResponseProblem.malformed("a line that does not end with CR LF");
        }
        int counted = Math.max(0, length + 1 - freeBytes);
        requireWithinLimit(counted);
        overheadBytes += counted;
        lineStart = from;
        buffer.skip(length + 1);
        return from + length - 1;
    }

    private void requireWithinLimit(int bytes) throws IOException {
        if (bytes > maxHeaderBytes - overheadBytes) {
            throw ResponseProblem.tooLarge("a header", maxHeaderBytes);
        }
    }

    /** Reads the status line, such as {@code HTTP/1.1 200 OK}; the words after the number may be missing. */
    private void readStatusLine(int start, int end) throws IOException {
        byte[] b = buffer.bytes();
        boolean isWellFormed = end - start >= STATUS_LINE_BYTES
                && b[start] == 'H'
                && b[start + 1] == 'T'
                && b[start + 2] == 'T'
                && b[start + 3] == 'P'
                && b[start + 4] == '/'
                && b[start + 5] == '1'
                && b[start + 6] == '.'
                && isDigit(b[start + 7])
                && b[start + 8] == ' '
                && isDigit(b[start + 9])
                && isDigit(b[start + 10])
                && isDigit(b[start + 11])
                && b[start + 9] != '0';
        int reasonStart = start + STATUS_LINE_BYTES;
        if (!isWellFormed
                || (reasonStart < end && b[reasonStart] != ' ')
                || !ByteClasses.areText(b, reasonStart, end)) {
            throw ResponseProblem.malformed("a first line that is not one of HTTP/1");
        }
        version10 = b[start + 7] == '0';
        status = (b[start + 9] - '0') * 100 + (b[start + 10] - '0') * 10 + (b[start + 11] - '0');
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private void readFields(Source source, boolean trailer) throws IOException {
        while (true) {
            int end = readLine(source, 0);
            if (end == lineStart) {
                return;
            }
            readField(lineStart, end, trailer);
        }
    }

    private void readField(int start, int end, boolean trailer) throws IOException {
        byte[] bytes = buffer.bytes();
        int colon = start;
        while (colon < end && ByteClasses.isToken(bytes[colon])) {
            colon++;
        }
        if (colon == start || colon == end || bytes[colon] != ':') {
            throw ResponseProblem.malformed("a header without a proper name");
        }
        if (!ByteClasses.areText(bytes, colon + 1, end)) {
            throw ResponseProblem.malformed("a header with a control character");
        }
        if (fields.count() == maxHeaders) {
            throw ResponseProblem.tooLarge("a number of headers", maxHeaders);
        }
        int valueStart = colon + 1;
        int valueEnd = end;
        while (valueStart < valueEnd && ByteClasses.isBlank(bytes[valueStart])) {
            valueStart++;
        }
        while (valueEnd > valueStart && ByteClasses.isBlank(bytes[valueEnd - 1])) {
            valueEnd--;
        }
        fields.add(start, colon, valueStart, valueEnd);
        // Fields of the trailer do not affect the framing, because the body has ended.
        if (!trailer) {
            framing.readField(bytes, start, colon, valueStart, valueEnd);
        }
    }

    void readBody(Source source, boolean answersHead, boolean discard) throws IOException {
        discarded = discard;
        bodyStart = buffer.next();
        boolean isKeptAlive = framing.isKeptAlive(version10);
        if (answersHead || status == NO_CONTENT || status == NOT_MODIFIED) {
            bodyLength = 0;
        } else if (framing.chunked()) {
            readChunks(source);
        } else if (framing.contentLength() >= 0) {
            readFixedLength(source);
        } else {
            readToEnd(source);
            isKeptAlive = false;
        }
        reusable = isKeptAlive && buffer.available() == 0;
    }

    private void readFixedLength(Source source) throws IOException {
        requireBody(framing.contentLength());
        bodyLength = (int) framing.contentLength();
        if (discarded) {
            buffer.discard(bodyLength, source);
        } else {
            buffer.fillTo(bodyLength, source);
            buffer.skip(bodyLength);
        }
    }

    private void requireBody(long length) throws IOException {
        if (length > maxBodyBytes) {
            throw ResponseProblem.tooLarge("a body", maxBodyBytes);
        }
    }

    private void readToEnd(Source source) throws IOException {
        long length = 0;
        do {
            length += buffer.available();
            requireBody(length);
            buffer.skip(buffer.available());
            if (discarded) {
                buffer.allowReuse(bodyStart);
            }
        } while (buffer.tryFill(source));
        bodyLength = (int) length;
    }

    /** Reads chunks and moves them together as they arrive, so that the body is contiguous. */
    private void readChunks(Source source) throws IOException {
        int end = bodyStart;
        long length = 0;
        while (true) {
            buffer.allowReuse(end);
            int size = parseChunkSize(readChunkLine(source));
            if (size == 0) {
                break;
            }
            length += size;
            requireBody(length);
            end = readChunk(size, end, source);
            readEndOfChunk(end, source);
        }
        bodyLength = (int) length;
        buffer.keep();
        readFields(source, true);
    }

    private int readChunkLine(Source source) throws IOException {
        return readLine(source, PLAIN_CHUNK_LINE_BYTES);
    }

    private int parseChunkSize(int end) throws IOException {
        byte[] bytes = buffer.bytes();
        int at = lineStart;
        int size = 0;
        int digits = 0;
        while (at < end && ByteClasses.hexDigit(bytes[at]) >= 0) {
            size = (size << 4) + ByteClasses.hexDigit(bytes[at]);
            digits += size == 0 ? 0 : 1;
            if (digits > MAX_CHUNK_DIGITS || size < 0) {
                throw ResponseProblem.tooLarge("a chunk", maxBodyBytes);
            }
            at++;
        }
        if (at == lineStart) {
            throw ResponseProblem.malformed("a chunk without a size");
        }
        while (at < end && ByteClasses.isBlank(bytes[at])) {
            at++;
        }
        if ((at < end && bytes[at] != ';') || !ByteClasses.areText(bytes, at, end)) {
            throw ResponseProblem.malformed("a chunk whose size is not a number");
        }
        return size;
    }

    private int readChunk(int size, int start, Source source) throws IOException {
        int end = start;
        int remaining = size;
        while (remaining > 0) {
            if (buffer.available() == 0) {
                buffer.allowReuse(end);
                buffer.fill(source);
            }
            int count = Math.min(remaining, buffer.available());
            if (!discarded) {
                if (buffer.next() != end) {
                    System.arraycopy(buffer.bytes(), buffer.next(), buffer.bytes(), end, count);
                }
                end += count;
            }
            buffer.skip(count);
            remaining -= count;
        }
        return end;
    }

    private void readEndOfChunk(int free, Source source) throws IOException {
        buffer.allowReuse(free);
        while (buffer.available() < 2) {
            buffer.fill(source);
        }
        byte[] bytes = buffer.bytes();
        if (bytes[buffer.next()] != ByteClasses.CR || bytes[buffer.next() + 1] != ByteClasses.LF) {
            throw ResponseProblem.malformed("a chunk that is longer than its size");
        }
        buffer.skip(2);
    }
}
