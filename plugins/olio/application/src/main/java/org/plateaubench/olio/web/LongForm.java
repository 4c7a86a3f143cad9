// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.server.Request;
import org.plateaubench.olio.web.Upload.RejectedUpload;
import org.plateaubench.plugin.olio.data.MediaKind;

/** A received form with files. Files larger than a few kilobytes are on disk. One thread. */
final class LongForm implements AutoCloseable {
    private static final long FILE_BYTES_AT_MOST = 2L * 1024 * 1024;

    private static final long TOTAL_BYTES_AT_MOST = 2 * FILE_BYTES_AT_MOST + 256 * 1024;
    private static final int MEMORY_BYTES_AT_MOST = 16 * 1024;
    private static final int PART_HEADER_BYTES_AT_MOST = 4 * 1024;
    private static final int PARTS_AT_MOST = 40;
    private static final String TYPE = "multipart/form-data";

    private final MultiPartFormData.Parts parts;
    private final Form.Filled filled;
    private boolean tooLarge;

    private LongForm(MultiPartFormData.Parts parts, Form form) {
        this.parts = parts;
        this.filled = form.filled(this::text);
    }

    static LongForm read(Request request, Path folder, Form form) throws Refused {
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
                .maxSize(TOTAL_BYTES_AT_MOST)
                .maxPartSize(-1)
                .maxMemoryPartSize(MEMORY_BYTES_AT_MOST)
                .maxHeadersSize(PART_HEADER_BYTES_AT_MOST)
                .useFilesForPartsWithoutFileName(false)
                .build();
        try {
            return new LongForm(MultiPartFormData.getParts(request, request, contentType, config), form);
        } catch (RuntimeException e) {
            throw RequestBodies.isTooLarge(e) ? Refused.tooLarge() : Refused.malformed();
        }
    }

    Form.Filled filled() {
        return filled;
    }

    /** Returns the status of the page that shows the form again. */
    int status() {
        return tooLarge ? 413 : 422;
    }

    private String text(String name) {
        MultiPart.Part part = parts.getFirst(name);
        return part == null || part.getFileName() != null ? "" : part.getContentAsString(StandardCharsets.UTF_8);
    }

    void picture(Upload upload, MediaKind kind, MediaKind thumbnail) throws IOException {
        receive("picture", upload, () -> upload.picture(kind, thumbnail));
    }

    void document(Upload upload, MediaKind kind) throws IOException {
        receive("document", upload, () -> upload.document(kind));
    }

    @FunctionalInterface
    private interface Check {
        void run() throws IOException, RejectedUpload;
    }

    /** Takes a file if one was chosen and the rest of the form is acceptable; what is wrong with it becomes an error. */
    private void receive(String field, Upload upload, Check check) throws IOException {
        MultiPart.Part part = parts.getFirst(field);
        if (part == null || part.getFileName() == null || part.getLength() == 0) {
            return;
        }
        if (part.getLength() > FILE_BYTES_AT_MOST) {
            tooLarge = true;
            filled.reject(field, "This file is larger than 2 MB.");
        }
        if (filled.isAcceptable()) {
            part.writeTo(upload.received());
            try {
                check.run();
            } catch (RejectedUpload e) {
                filled.reject(field, String.valueOf(e.getMessage()));
            }
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
