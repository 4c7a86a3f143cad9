// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** A received form with files. Files larger than a few kilobytes are on disk. One thread. */
final class LongForm implements AutoCloseable {
    /** Largest size of one file. */
    static final long FILE_BYTES_AT_MOST = 2L * 1024 * 1024;

    private static final long TOTAL_BYTES_AT_MOST = 2 * FILE_BYTES_AT_MOST + 256 * 1024;
    private static final int MEMORY_BYTES_AT_MOST = 16 * 1024;
    private static final int PART_HEADER_BYTES_AT_MOST = 4 * 1024;
    private static final int PARTS_AT_MOST = 40;
    private static final String TYPE = "multipart/form-data";

    private final MultiPartFormData.Parts parts;

    private LongForm(MultiPartFormData.Parts parts) {
        this.parts = parts;
    }

    static LongForm read(Request request, Path folder) throws Refused {
        String contentType = RequestBodies.contentType(request);
        if (contentType == null || !RequestBodies.hasType(request, TYPE)) {
            throw new Refused(415, "Not understood", "This is not how a form with files is sent.");
        }
        if (request.getLength() > TOTAL_BYTES_AT_MOST) {
            throw Refused.tooLarge();
        }
        MultiPartConfig config = new MultiPartConfig.Builder()
                .location(folder)
                .maxParts(PARTS_AT_MOST)
                .maxSize(-1)
                .maxPartSize(-1)
                .maxMemoryPartSize(MEMORY_BYTES_AT_MOST)
                .maxHeadersSize(PART_HEADER_BYTES_AT_MOST)
                .useFilesForPartsWithoutFileName(false)
                .build();
        try {
            return new LongForm(MultiPartFormData.getParts(new Bounded(request), request, contentType, config));
        } catch (RuntimeException e) {
            throw isTooLarge(e) ? Refused.tooLarge() : Refused.malformed();
        }
    }

    /** Returns the text of a field; empty for none. */
    String text(String name) {
        MultiPart.Part part = parts.getFirst(name);
        return part == null || part.getFileName() != null ? "" : part.getContentAsString(StandardCharsets.UTF_8);
    }

    /** Returns a chosen file; null for none. */
    MultiPart.@Nullable Part file(String name) {
        MultiPart.Part part = parts.getFirst(name);
        return part == null || part.getFileName() == null || part.getLength() == 0 ? null : part;
    }

    @Override
    public void close() {
        parts.close();
    }

    private static boolean isTooLarge(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TooLarge || (cause instanceof HttpException http && http.getCode() == 413)) {
                return true;
            }
        }
        return false;
    }

    private static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** Throws {@link TooLarge} when the content exceeds the limit of a form, whatever length was announced. */
    private static final class Bounded implements Content.Source {
        private final Content.Source source;
        private long bytes;

        Bounded(Content.Source source) {
            this.source = source;
        }

        @Override
        public Content.@Nullable Chunk read() {
            Content.Chunk chunk = source.read();
            if (chunk != null && !Content.Chunk.isFailure(chunk)) {
                bytes += chunk.remaining();
                if (bytes > TOTAL_BYTES_AT_MOST) {
                    chunk.release();
                    return Content.Chunk.from(new TooLarge(), true);
                }
            }
            return chunk;
        }

        @Override
        public void demand(Runnable demanded) {
            source.demand(demanded);
        }

        @Override
        public void fail(Throwable failure) {
            source.fail(failure);
        }

        @Override
        public long getLength() {
            return source.getLength();
        }
    }
}
