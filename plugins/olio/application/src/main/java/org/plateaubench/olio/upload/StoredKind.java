// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.upload;

import org.plateaubench.plugin.olio.data.media.MediaKind;

/** A kind of stored file, identified by the number of its event or person. */
public enum StoredKind {
    EVENT_PICTURE("events", ".jpg", MediaKind.EVENT_PICTURE),
    EVENT_THUMBNAIL("events", "-thumb.jpg", MediaKind.EVENT_THUMBNAIL),
    EVENT_DOCUMENT("events", ".pdf", MediaKind.EVENT_DOCUMENT),
    PERSON_PICTURE("people", ".jpg", MediaKind.PERSON_PICTURE),
    PERSON_THUMBNAIL("people", "-thumb.jpg", MediaKind.PERSON_THUMBNAIL);

    private final String folder;
    private final String ending;
    private final MediaKind substitute;

    StoredKind(String folder, String ending, MediaKind substitute) {
        this.folder = folder;
        this.ending = ending;
        this.substitute = substitute;
    }

    String folder() {
        return folder;
    }

    String ending() {
        return ending;
    }

    /** Returns the kind of the generated file that is used when nothing was uploaded. */
    public MediaKind substitute() {
        return substitute;
    }
}
