// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

import java.util.List;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.body.MultipartBody;
import org.plateaubench.plugin.olio.data.EventForm;
import org.plateaubench.plugin.olio.data.PersonForm;

/** The content that users fill in and upload. */
public final class Uploads {
    private Uploads() {}

    /**
     * A user who registers.
     *
     * @param form filled-in form
     * @param picture a JPEG
     */
    public record NewPerson(PersonForm form, RequestBody picture) {
        /** Adds the picture to a body, as the file of a field. */
        MultipartBody addPicture(MultipartBody body, String field) {
            return body.addFile(field, "person.jpg", picture);
        }
    }

    /**
     * A new event.
     *
     * @param form filled-in form
     * @param tags names of its tags
     * @param submitter name of the user who announces it
     * @param picture a JPEG
     * @param document a PDF
     */
    public record NewEvent(
            EventForm form, List<String> tags, String submitter, RequestBody picture, RequestBody document) {
        public NewEvent {
            tags = List.copyOf(tags);
        }

        /** Adds the picture to a body, as the file of one field, and the document, as that of the next field. */
        MultipartBody addFiles(MultipartBody body, String pictureField, String documentField) {
            return body.addFile(pictureField, "event.jpg", picture).addFile(documentField, "event.pdf", document);
        }

        /** Returns the names of the tags, separated by spaces. */
        String tagText() {
            return String.join(" ", tags);
        }
    }
}
