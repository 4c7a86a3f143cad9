// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

import java.util.List;
import org.plateaubench.http.body.Content;
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
    public record NewPerson(PersonForm form, Content picture) {}

    /**
     * A new event.
     *
     * @param form filled-in form
     * @param tags names of its tags
     * @param submitter name of the user who announces it
     * @param picture a JPEG
     * @param document a PDF
     */
    public record NewEvent(EventForm form, List<String> tags, String submitter, Content picture, Content document) {
        public NewEvent {
            tags = List.copyOf(tags);
        }
    }
}
