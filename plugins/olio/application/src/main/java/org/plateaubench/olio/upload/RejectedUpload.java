// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.upload;

/** A file that the site does not take; the message is for the one who sent it. */
public final class RejectedUpload extends Exception {
    private static final long serialVersionUID = 1L;

    RejectedUpload(String message) {
        super(message);
    }

    RejectedUpload(String message, Throwable cause) {
        super(message, cause);
    }
}
