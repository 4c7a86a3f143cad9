// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import org.eclipse.jetty.http.MultiPart;
import org.plateaubench.olio.page.FilledForm;
import org.plateaubench.olio.upload.Upload;
import org.plateaubench.plugin.olio.data.media.MediaKind;

/** The files of a long form: accepted, or with their errors. Checked only when the rest is acceptable. */
final class UploadedFields {
    private final LongForm form;
    private final FilledForm filled;
    private boolean tooLarge;

    UploadedFields(LongForm form, FilledForm filled) {
        this.form = form;
        this.filled = filled;
    }

    void picture(Upload upload, MediaKind kind, MediaKind thumbnail) throws IOException {
        try {
            if (receive("picture", upload)) {
                upload.picture(kind, thumbnail);
            }
        } catch (Upload.Rejected e) {
            filled.reject("picture", String.valueOf(e.getMessage()));
        }
    }

    void document(Upload upload, MediaKind kind) throws IOException {
        try {
            if (receive("document", upload)) {
                upload.document(kind);
            }
        } catch (Upload.Rejected e) {
            filled.reject("document", String.valueOf(e.getMessage()));
        }
    }

    /** Returns the status of the page that shows the form again. */
    int status() {
        return tooLarge ? 413 : 422;
    }

    private boolean receive(String field, Upload upload) throws IOException {
        MultiPart.Part part = form.file(field);
        if (part == null) {
            return false;
        }
        if (part.getLength() > LongForm.FILE_BYTES_AT_MOST) {
            tooLarge = true;
            filled.reject(field, "This file is larger than 2 MB.");
        }
        if (!filled.isAcceptable()) {
            return false;
        }
        part.writeTo(upload.received());
        return true;
    }
}
